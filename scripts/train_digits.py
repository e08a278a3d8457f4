#!/usr/bin/env python3
"""Trains the digit net on a corpus of render_corpus.py and writes daemon/gridpilot/vision/digits.onnx.

The only place that needs torch (extra `train`). One thread, fixed seeds. Tune fonts choose the temperature, which is
folded into the last layer, so that the net's soft-max is calibrated; test fonts are only reported.

    train_digits.py CORPUS [--minutes 7] [--out daemon/gridpilot/vision/digits.onnx] [--report report.json]
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

CLASSES = 11  # 0-9, junk
ROOT = Path(__file__).resolve().parent.parent


class Net(nn.Module):
    """conv5/2 16 - conv3/2 32 - conv3 32 - conv3/2 64 - dense 64 - 11: 67 k parameters, 1 M multiplications."""

    def __init__(self) -> None:
        super().__init__()
        shapes = [(1, 16, 5, 2, 2), (16, 32, 3, 2, 1), (32, 32, 3, 1, 1), (32, 64, 3, 2, 1)]
        self.convs = nn.ModuleList(nn.Conv2d(i, o, k, s, p, bias=False) for i, o, k, s, p in shapes)
        self.norms = nn.ModuleList(nn.BatchNorm2d(o) for _, o, *_ in shapes)
        self.dense = nn.Linear(64 * 16, 48)
        self.drop = nn.Dropout(0.15)
        self.last = nn.Linear(48, CLASSES)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for conv, norm in zip(self.convs, self.norms, strict=True):
            x = functional.relu(norm(conv(x)))
        return self.last(self.drop(functional.relu(self.dense(x.flatten(1)))))


def augment(x: torch.Tensor) -> torch.Tensor:
    """Small affine changes, blur, gamma and noise; `x`: n x 1 x 28 x 28 in 0..1."""
    n = len(x)
    turn = torch.empty(n).uniform_(-0.07, 0.07)
    shear, wide, high = (torch.empty(n).uniform_(-a, a) for a in (0.10, 0.10, 0.07))
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 1, 1] = 1 + wide, 1 + high
    theta[:, 0, 1], theta[:, 1, 0] = shear - turn, turn
    theta[:, :, 2] = torch.empty(n, 2).uniform_(-0.06, 0.06)
    x = functional.grid_sample(
        x, functional.affine_grid(theta, list(x.shape), align_corners=False), align_corners=False
    )
    some = torch.rand(n) < 0.2
    x[some] = functional.avg_pool2d(x[some], 3, 1, 1) * 1.15
    x = x.clamp(0, 1) ** torch.empty(n, 1, 1, 1).uniform_(0.65, 1.5)
    return (x + torch.randn_like(x) * torch.empty(n, 1, 1, 1).uniform_(0, 0.06)).clamp(0, 1)


def train(net: Net, pictures: np.ndarray, labels: np.ndarray, sizes: np.ndarray, minutes: float) -> float:
    """One-cycle AdamW until `minutes` of wall time are spent; returns the epochs done. Small digits count double."""
    batch, start = 256, time.monotonic()
    x, y = torch.from_numpy(pictures), torch.from_numpy(labels.astype(np.int64))
    weight = torch.where(torch.from_numpy(sizes.astype(np.int64)) <= 16, 1.5, 1.0)
    groups = [{"params": net.parameters(), "weight_decay": 0.02}]
    best = torch.optim.AdamW(groups, lr=1e-3)
    net.train()
    step = 0
    while (done := (time.monotonic() - start) / (minutes * 60)) < 1:
        rate = 3e-3 * min(1.0, done / 0.15) * (0.5 + 0.5 * np.cos(np.pi * max(0.0, done - 0.15) / 0.85)) + 1e-6
        for group in best.param_groups:
            group["lr"] = rate
        pick = torch.randint(len(x), (batch,))
        loss = functional.cross_entropy(net(augment(x[pick][:, None].float() / 255)), y[pick], reduction="none")
        (loss * weight[pick]).mean().backward()
        best.step()
        best.zero_grad(set_to_none=True)
        step += 1
        if step % 500 == 0:
            print(
                f"{done:.2f} step {step} epochs {step * batch / len(x):.2f} loss {loss.mean().item():.4f}", flush=True
            )
    net.eval()
    return step * batch / len(x)


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
    """Writes ONNX with the normalisation, the temperature and the division by 255 folded in; returns the SHA-256."""
    nodes, weights = [], []

    def keep(name: str, value: torch.Tensor) -> str:
        weights.append(numpy_helper.from_array(np.ascontiguousarray(value.detach().numpy().astype(np.float32)), name))
        return name

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
        weights,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="train_digits.py"
    )
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    return hashlib.sha256(path.read_bytes()).hexdigest()


def report(scores: torch.Tensor, labels: np.ndarray, sizes: np.ndarray, packages: np.ndarray) -> dict[str, object]:
    """Errors of digits 1-9 by size and package, junk recall, and what a stated confidence is worth."""
    chances = torch.softmax(scores, 1).numpy()
    guess, sure = chances.argmax(1), chances.max(1)
    digit = (labels >= 1) & (labels <= 9)
    wrong = guess != labels
    out: dict[str, object] = {
        "digits": int(digit.sum()),
        "error": float(wrong[digit].mean()),
        "junk recall": float((guess[labels == 10] == 10).mean()),
        "junk read as digit above 0.97": float(((guess < 10) & (sure > 0.97))[labels == 10].mean()),
    }
    out["by size"] = {
        f"{a}-{b}": [int((m := digit & (sizes >= a) & (sizes < b)).sum()), float(wrong[m].mean())]
        for a, b in ((6, 10), (10, 14), (14, 20), (20, 30), (30, 100))
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "daemon/gridpilot/vision/digits.onnx")
    parser.add_argument("--report", type=Path)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    pictures, labels, sizes, faces = (np.load(args.corpus / f"{n}.npy") for n in ("glyphs", "labels", "sizes", "faces"))
    known = json.loads((args.corpus / "faces.json").read_text())["faces"]
    roles = np.array([face["role"] for face in known])[faces]
    packages = np.array([face["package"] for face in known])[faces]
    part = {role: roles == role for role in ("train", "tune", "test")}
    net = Net()
    print(
        {role: int(chosen.sum()) for role, chosen in part.items()},
        sum(p.numel() for p in net.parameters()),
        "parameters",
    )
    epochs = train(net, pictures[part["train"]], labels[part["train"]], sizes[part["train"]], args.minutes)
    temperature = fit_temperature(logits(net, pictures[part["tune"]]), labels[part["tune"]])
    digest = export(net, temperature, args.out)
    facts: dict[str, object] = {"epochs": epochs, "temperature": temperature, "sha256": digest}
    for role in ("tune", "test"):
        chosen = part[role]
        facts[role] = report(
            logits(net, pictures[chosen]) / temperature, labels[chosen], sizes[chosen], packages[chosen]
        )
    print(json.dumps(facts, indent=1))
    if args.report:
        args.report.write_text(json.dumps(facts, indent=1))


if __name__ == "__main__":
    main()
