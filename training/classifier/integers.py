"""Makes the integer version of a trained face network. It needs no training and takes a minute on any processor.

    python3 integers.py DATA STUDENT.pt OUT.pt

DATA is the output of `pictures.py unpack`; one part with faces and one with things are enough.
"""

import sys
from pathlib import Path

import torch

from labels import read, read_things
from network import SIZE, FaceNetwork, WholeNetwork, load
from views import as_input, cut, jitter

FACES, THINGS = 256, 32


def squares(data: Path) -> torch.Tensor:
    """Faces as the classifier sees them, and parts of pictures without a face."""
    pictures, labels = read(data, "cpu", others=False)
    things, rows = read_things(data, "cpu")
    index = labels.train_faces[torch.randperm(len(labels.train_faces))[:FACES]]
    usable = torch.tensor([i for i, row in enumerate(rows) if row["use"] == "train"])
    other = usable[torch.randint(len(usable), (THINGS,))]
    part = torch.rand(THINGS, 4) * torch.tensor([1, 1, 0.6, 6.3]) + torch.tensor([0, 0, 0.15, 0])
    return as_input(torch.cat([cut(pictures, index, jitter(labels.square[index]), SIZE), cut(things, other, part, SIZE)]))


@torch.no_grad()
def correct_means(network: FaceNetwork, whole: WholeNetwork, x: torch.Tensor):
    """Rounded weights shift the mean of each channel, and the shifts add up. Moves the biases so that the means are the network's again."""

    def follow(layer, whole_layer, theirs, ours):
        theirs = layer(theirs)
        # Twice: a moved bias also changes how much is cut off at zero.
        for _ in range(2):
            whole_layer.bias += theirs.mean((0, 2, 3)) - whole_layer(ours).mean((0, 2, 3))
        return theirs, whole_layer(ours)

    body, whole_body = network.body, whole.body
    theirs, ours = follow(body.stem, whole_body.stem, x, x)
    for layer, whole_layer in zip(body.first, whole_body.first):
        theirs, ours = follow(layer, whole_layer, theirs, ours)
    for block, whole_block in zip(body.blocks, whole_body.blocks):
        before = theirs, ours
        for layer, whole_layer in zip(block.layers, whole_block.layers):
            theirs, ours = follow(layer, whole_layer, theirs, ours)
        if block.adds:
            theirs, ours = before[0] + theirs, whole_block.layers[2].bounded(before[1] + ours)
    follow(body.last, whole_body.last, theirs, ours)


def whole_of(network: FaceNetwork, x: torch.Tensor) -> WholeNetwork:
    """The integer version of a network, set up with some pictures."""
    whole = WholeNetwork(network).eval()
    whole.measure(network, x)
    correct_means(network, whole, x)
    return whole


@torch.no_grad()
def difference(network: FaceNetwork, whole: WholeNetwork, x: torch.Tensor) -> dict[str, float]:
    """The mean distance between the answers of both."""
    ours, theirs = whole(x), network(x)
    male = (torch.sigmoid(ours["male"]) - torch.sigmoid(theirs["male"])).abs().mean()
    ages = (ours["ages"].softmax(1) - theirs["ages"].softmax(1)).abs().sum(1).mean() / 2
    return {"male": round(float(male), 4), "ages": round(float(ages), 4)}


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    torch.manual_seed(1)
    network = load(Path(sys.argv[2]), "cpu")
    x = squares(Path(sys.argv[1]))
    whole = whole_of(network, x)
    print(difference(network, whole, x[:FACES]))
    torch.save(whole.state_dict(), sys.argv[3])
