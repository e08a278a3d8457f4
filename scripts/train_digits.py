#!/usr/bin/env python3
"""Trains the digit net on a corpus of render_corpus.py and writes daemon/gridpilot/vision/glyphs/digits.onnx.

The only place that needs torch (extra `train`). One thread, fixed seeds. Tune fonts choose the temperature, which is
folded into the last layer, so that the net's soft-max is calibrated; test fonts are only reported. The weights are
kept in half precision. `--minutes` ends a training early on a slow or busy machine, the rate of learning included.

    train_digits.py CORPUS [--epochs 8] [--minutes 60] [--out FILE] [--report FILE]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

CLASSES = 18  # 0-9, junk, A-G
JUNK = 10
ROOT = Path(__file__).resolve().parent.parent


class Net(nn.Module):
    """conv5/2 16 - conv3/2 32 - conv3 48 - conv3/2 72 - dense 72 - 18: 135 k parameters, 1.6 M multiplications."""

    def __init__(self) -> None:
        super().__init__()
        shapes = [(1, 16, 5, 2, 2), (16, 32, 3, 2, 1), (32, 48, 3, 1, 1), (48, 72, 3, 2, 1)]
        self.convs = nn.ModuleList(nn.Conv2d(i, o, k, s, p, bias=False) for i, o, k, s, p in shapes)
        self.norms = nn.ModuleList(nn.BatchNorm2d(o) for _, o, *_ in shapes)
        self.dense = nn.Linear(72 * 16, 72)
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(72, CLASSES)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for conv, norm in zip(self.convs, self.norms, strict=True):
            x = functional.relu(norm(conv(x)))
        return self.last(self.drop(functional.relu(self.dense(x.flatten(1)))))


def augment(x: torch.Tensor) -> torch.Tensor:
    """Small affine changes, a slight bending, blur, gamma and noise; `x`: n x 1 x 28 x 28 in 0..1."""
    n = len(x)
    turn = torch.empty(n).uniform_(-0.07, 0.07)
    shear, wide, high = (torch.empty(n).uniform_(-a, a) for a in (0.10, 0.10, 0.07))
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 1, 1] = 1 + wide, 1 + high
    theta[:, 0, 1], theta[:, 1, 0] = shear - turn, turn
    theta[:, :, 2] = torch.empty(n, 2).uniform_(-0.06, 0.06)
    bent = functional.interpolate(torch.randn(n, 2, 4, 4) * 0.035, size=x.shape[2:], mode="bicubic")
    grid = functional.affine_grid(theta, list(x.shape), align_corners=False) + bent.permute(0, 2, 3, 1)
    x = functional.grid_sample(x, grid, align_corners=False)
    some = torch.rand(n) < 0.2
    x[some] = functional.avg_pool2d(x[some], 3, 1, 1) * 1.15
    x = x.clamp(0, 1) ** torch.empty(n, 1, 1, 1).uniform_(0.65, 1.5)
    return (x + torch.randn_like(x) * torch.empty(n, 1, 1, 1).uniform_(0, 0.06)).clamp(0, 1)


def weights(packages: np.ndarray, features: np.ndarray) -> np.ndarray:
    """How often each glyph is drawn: packages of many faces less, figures of old style more."""
    _, own, count = np.unique(packages, return_inverse=True, return_counts=True)
    weight = count[own] ** -0.5 * np.where(np.char.find(features, "onum") >= 0, 1.5, 1.0)
    return weight / weight.sum()


def train(
    net: Net,
    part: dict[str, np.ndarray],
    epochs: float,
    minutes: float,
    rate: float,
    seed: int,
    keep: Path | None,
    *,
    half: bool,
) -> dict[str, float]:
    """One-cycle AdamW; returns what was done. Small digits count half as much again."""
    batch, start = 256, time.monotonic()
    x, y = torch.from_numpy(part["glyphs"]), torch.from_numpy(part["labels"].astype(np.int64))
    weight = torch.where(torch.from_numpy(part["sizes"].astype(np.int64)) <= 16, 1.5, 1.0)
    chance = weights(part["packages"], part["features"]).cumsum()
    draw = np.random.default_rng(seed)
    net.to(memory_format=torch.channels_last)  # a fifth faster
    best = torch.optim.AdamW([{"params": net.parameters(), "weight_decay": 0.02}], lr=1e-3)
    net.train()
    step, total = 0, round(epochs * len(x) / batch)
    while (done := max(step / total, (time.monotonic() - start) / (minutes * 60))) < 1:
        now = min(1.0, done / 0.1) * (0.5 + 0.5 * np.cos(np.pi * max(0.0, done - 0.1) / 0.9))
        for group in best.param_groups:
            group["lr"] = rate * now + 1e-6
        pick = torch.from_numpy(np.minimum(np.searchsorted(chance, draw.random(batch)), len(x) - 1))
        pictures = augment(x[pick][:, None].float() / 255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            scores = net(pictures)
        loss = functional.cross_entropy(scores.float(), y[pick], reduction="none")
        (loss * weight[pick]).mean().backward()
        best.step()
        best.zero_grad(set_to_none=True)
        step += 1
        if step % 500 == 0:
            print(
                f"{done:.2f} step {step} epochs {step * batch / len(x):.2f} loss {loss.mean().item():.4f}", flush=True
            )
            if keep:
                torch.save(net.state_dict(), keep)
    if keep:
        torch.save(net.state_dict(), keep)
    net.eval()
    return {"epochs": step * batch / len(x), "steps": step, "cpu minutes": time.process_time() / 60}


@torch.no_grad()
def logits(net: Net, pictures: np.ndarray) -> torch.Tensor:
    parts = [
        net(torch.from_numpy(pictures[i : i + 2048])[:, None].float() / 255) for i in range(0, len(pictures), 2048)
    ]
    return torch.cat(parts)


def fit_temperature(scores: torch.Tensor, labels: np.ndarray) -> float:
    """The temperature that makes the tune fonts' likelihood greatest."""
    truth = torch.from_numpy(labels.astype(np.int64))
    choices = np.exp(np.linspace(np.log(0.4), np.log(2.5), 60))
    return float(min(choices, key=lambda t: functional.cross_entropy(scores / t, truth).item()))


def export(net: Net, temperature: float, path: Path) -> str:
    """Writes ONNX with the normalisation, the temperature and the division by 255 folded in, weights in half
    precision; returns the SHA-256.
    """
    nodes, halves = [], []

    def keep(name: str, value: torch.Tensor) -> str:
        halves.append(numpy_helper.from_array(np.ascontiguousarray(value.detach().numpy().astype(np.float16)), name))
        nodes.append(helper.make_node("Cast", [name], [f"{name}f"], to=TensorProto.FLOAT))
        return f"{name}f"

    source = "glyphs"
    for index, (conv, norm) in enumerate(zip(net.convs, net.norms, strict=True)):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = conv.weight * gain[:, None, None, None] / (255 if index == 0 else 1)
        inputs = [source, keep(f"w{index}", kernel), keep(f"b{index}", norm.bias - norm.running_mean * gain)]
        pads = list(conv.padding) * 2
        nodes.append(
            helper.make_node(
                "Conv", inputs, [f"c{index}"], kernel_shape=list(conv.kernel_size), strides=list(conv.stride), pads=pads
            )
        )
        source = f"r{index}"
        nodes.append(helper.make_node("Relu", [f"c{index}"], [source]))
    nodes.append(helper.make_node("Flatten", [source], ["flat"], axis=1))
    nodes.append(
        helper.make_node("Gemm", ["flat", keep("wd", net.dense.weight), keep("bd", net.dense.bias)], ["d"], transB=1)
    )
    nodes.append(helper.make_node("Relu", ["d"], ["rd"]))
    last = [keep("wl", net.last.weight / temperature), keep("bl", net.last.bias / temperature)]
    nodes.append(helper.make_node("Gemm", ["rd", *last], ["scores"], transB=1))
    nodes.append(helper.make_node("Softmax", ["scores"], ["probabilities"], axis=1))
    graph = helper.make_graph(
        nodes,
        "digits",
        [helper.make_tensor_value_info("glyphs", TensorProto.FLOAT, ["n", 1, 28, 28])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["n", CLASSES])],
        halves,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="train_digits.py"
    )
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    return hashlib.sha256(path.read_bytes()).hexdigest()


def report(scores: torch.Tensor, part: dict[str, np.ndarray]) -> dict[str, object]:
    """Errors of digits 1-9 by size and package, of letters and junk, and what a stated confidence is worth.

    As a board of nine digits is read: a letter is as little a digit as junk is.
    """
    labels, sizes, packages = part["labels"], part["sizes"], part["packages"]
    full = torch.softmax(scores, 1).numpy()
    chances = np.concatenate([full[:, :JUNK], full[:, JUNK:].sum(axis=1, keepdims=True)], axis=1)
    guess, sure = chances.argmax(1), chances.max(1)
    digit, letter = (labels >= 1) & (labels <= 9), labels > JUNK
    wrong = guess != np.minimum(labels, JUNK)
    out: dict[str, object] = {
        "digits": int(digit.sum()),
        "error": float(wrong[digit].mean()),
        "read as another digit": float((wrong & (guess < JUNK))[digit].mean()),
        "junk recall": float((guess[labels == JUNK] == JUNK).mean()),
        "junk read as digit above 0.97": float(((guess < JUNK) & (sure > 0.97))[labels == JUNK].mean()),
        "letters read as digit": float((guess < JUNK)[letter].mean()),
        "letters' own error": float((full.argmax(1) != labels)[letter].mean()),
        "digits read as letter": float((full.argmax(1) > JUNK)[digit].mean()),
    }
    out["by size"] = {
        f"{a}-{b}": [int((m := digit & (sizes >= a) & (sizes < b)).sum()), float(wrong[m].mean())]
        for a, b in ((6, 10), (10, 14), (14, 20), (20, 30), (30, 200))
    }
    out["by package"] = {p: float(wrong[digit & (packages == p)].mean()) for p in sorted(set(packages))}
    out["above"] = {
        str(c): [float((sure[digit] >= c).mean()), float(wrong[digit & (sure >= c)].mean())]
        for c in (0.9, 0.97, 0.99, 0.997, 0.999)
    }
    edges = np.linspace(0, 1, 21)
    bins = np.digitize(sure[digit], edges)
    out["ece"] = float(
        sum(
            abs(sure[digit][bins == b].mean() - 1 + wrong[digit][bins == b].mean()) * (bins == b).mean()
            for b in set(bins)
        )
    )
    pairs, counts = np.unique(np.stack([labels, guess])[:, digit & wrong], axis=1, return_counts=True)
    order = np.argsort(-counts)[:10]
    out["confusions"] = [f"{pairs[0, i]}->{pairs[1, i]} {counts[i]}" for i in order]
    return out


def load(corpus: Path) -> dict[str, dict[str, np.ndarray]]:
    """The corpus by role; each has glyphs, labels, sizes, packages and features."""
    columns = {name: np.load(corpus / f"{name}.npy") for name in ("glyphs", "labels", "sizes", "faces")}
    known = json.loads((corpus / "faces.json").read_text())["faces"]
    for name in ("role", "package", "feature"):
        columns[f"{name}s"] = np.array([face[name] for face in known])[columns["faces"]]
    return {
        role: {name: column[columns["roles"] == role] for name, column in columns.items()}
        for role in ("train", "tune", "test")
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3, help="of learning, at its highest")
    parser.add_argument("--half", action="store_true", help="in bfloat16: a third faster where the processor has it")
    parser.add_argument("--start", type=Path, help="weights of --keep to go on from")
    parser.add_argument("--keep", type=Path, help="file for the weights so far")
    parser.add_argument("--out", type=Path, default=ROOT / "daemon/gridpilot/vision/glyphs/digits.onnx")
    parser.add_argument("--report", type=Path)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    parts = load(args.corpus)
    net = Net()
    if args.start:
        net.load_state_dict(torch.load(args.start))
    print({role: len(part["labels"]) for role, part in parts.items()}, sum(p.numel() for p in net.parameters()))
    done = train(net, parts["train"], args.epochs, args.minutes, args.rate, args.seed, args.keep, half=args.half)
    facts: dict[str, object] = dict(done)
    tune = parts["tune"]
    temperature = fit_temperature(logits(net, tune["glyphs"]), tune["labels"])
    facts.update(temperature=temperature, sha256=export(net, temperature, args.out))
    for role in ("tune", "test"):
        facts[role] = report(logits(net, parts[role]["glyphs"]) / temperature, parts[role])
    print(json.dumps(facts, indent=1))
    if args.report:
        args.report.write_text(json.dumps(facts, indent=1))


if __name__ == "__main__":
    main()
