"""The command of the environment that runs the tests is on their PATH, as a user has it."""

import os
import sys
from pathlib import Path

os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
