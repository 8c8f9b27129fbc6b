"""A model of micro-FE on many GPUs, from which model_tables.py makes the tables of Scaling.md:

    time of an iteration = traffic / (bandwidth * share) + launches * time of a launch
                         + exchanges * (latency + bytes / link) + sums * latency

Levels 0 to 3 are divided among the parts, as the library does; each part computes coarser ones as a
whole. Numbers of steps, visits, exchanges and sums are those of VoxelMultigrid and ConjugateGradient.
All parameters are measured:

    bandwidth, smoothing steps, products     products.json
    the first coarse level                   README.md, "How fast is the analysis of an image?"
    exchanges and sums of two parts          parts.json, messages
    a further neighbour of an exchange       NEIGHBOUR, of a peer copy between two H200, not in a table
    sizes of levels, nodes of a cut          scaling.json, levels
    a launch, block rows' share of bandwidth fitted to two samples on one GPU (fit())

It leaves out parts of unequal size, launches where a level is divided, which cannot be captured as a
graph, and links between computers, which were not measured: the tables have GPUs that are all linked as
two H200 of one host are, and GPUs that all exchange through the memory of hosts, as ranks do.
"""

import math

from results import Problem, date_of, value_of, whole

# Microseconds that each further neighbour adds to an exchange: a peer copy of 8 bytes one way.
NEIGHBOUR = 2.4
STEPS = 8  # of the smoother on a level; of thick struts 7 on the voxels (VoxelMultigridSettings)
THICK = 6  # struts are thick if the first coarse level has less than a sixth of the unknowns
BYTES_OF_STEP = 29  # an unknown, on the voxels (Products.md)
BYTES_OF_KRYLOV = 110  # an unknown: vectors of conjugate gradients, conversion, transfers
# A row of 27 blocks of 3 x 3 in single precision with its columns and vectors, an unknown: a bound.
BYTES_OF_BLOCKS = 27 * (36 + 4) / 3 + 24
LAST_DIVIDED = 3  # level (VoxelOwners::MostDistributed)
MOST_REPLICATED = 3 * 20000  # unknowns of a level that is not divided (replicatedNodes)

# The micro-FE paper's Table 3: seconds of perlin1 on K20X GPUs, 112 million unknowns, 16 iterations.
PAPER = {1: 296.9, 2: 173.2, 4: 103.6, 8: 65.10, 16: 46.00, 32: 38.61, 64: 33.72, 128: 32.79}
PAPER_ITERATIONS = 16


class Results:
    """Values of the results that the model reads."""

    def __init__(self, questions):
        self.questions = questions
        self.dates = []

    def result(self, place, case, quantity=None, machine=None):
        """The first result of a case that has the quantity, of any machine if none is given."""
        stem, name = place.split("/")
        for table in self.questions[stem]["tables"]:
            for entry in table["results"] if table["name"] == name else []:
                result = whole(table, entry)
                if (result["case"] == case and machine in (None, result["machine"])
                        and (quantity is None or quantity in result["values"])):
                    return result
        raise Problem(f"the model finds no {quantity} of {case} in {place}")

    def values(self, place, case):
        """All values of a case that are plain numbers."""
        return self.result(place, case)["values"]

    def of(self, place, case, quantity, machine=None):
        """A value, the middle of several runs."""
        result = self.result(place, case, quantity, machine)
        value = result["values"][quantity]
        self.dates.append(date_of(result, value))
        value = value_of(value)
        return sum(value) / 2 if isinstance(value, list) else value


class Sample:
    """Unknowns of its levels, and what a cut across it has: measured, or larger by mirror images."""

    def __init__(self, levels, nodes_of_cut):
        self.levels = levels
        self.thick = THICK * levels[1] < levels[0]
        self.cut = nodes_of_cut / (levels[0] / 3) ** (2 / 3)

    def visits(self, level):
        """Visits of a level by an iteration: two of each from the first coarse level on, with thick
        struts from the second one on."""
        return 2 ** max(0, level - 1 if self.thick else level)

    def solves(self, level):
        """Pairs of visits, by two steps of conjugate gradients."""
        return self.visits(level) // 2

    def steps(self, level):
        return STEPS - 1 if level == 0 and self.thick else STEPS

    def grown(self, unknowns):
        """The same struts in a sample of so many unknowns: all levels grow alike, and another one
        follows for each eightfold growth."""
        factor = unknowns / self.levels[0]
        levels = [size * factor for size in self.levels]
        while levels[-1] >= 8 * self.levels[-1]:
            levels.append(levels[-1] / 8)
        return Sample(levels, self.cut * (unknowns / 3) ** (2 / 3))


class Link:
    """Times of messages between two parts, seconds."""

    def __init__(self, small, large, bytes_of_large, total, neighbour):
        self.latency = small
        self.bandwidth = bytes_of_large / (large - small)
        self.sum = total
        self.neighbour = neighbour

    def exchange(self, neighbours, bytes_each_way):
        if neighbours == 0:
            return 0.0
        return (self.latency + (neighbours - 1) * self.neighbour
                + bytes_each_way / self.bandwidth)

    def sum_over(self, parts):
        return self.sum * math.log2(parts) if parts > 1 else 0.0


class Model:
    """The parameters, and times of an iteration by them. Times are in seconds."""

    def __init__(self, results):
        self.results = results
        of = results.of
        self.bandwidth = 1e9 * of("products/bandwidth", "triad", "rate", "H200")
        # A step on bone-like samples was measured on an H100, and on solids on both.
        faster = (of("products/voxels", "solid, 255 x 255 x 255", "step", "H200")
                  / of("products/voxels", "solid, 256 x 256 x 256", "step", "H100"))
        self.step = (BYTES_OF_STEP * 1e9 * faster
                     * of("products/voxels", "bone-like, 256/40, 20 %", "step", "H100"))
        self.product = 1e9 * of("products/voxels", "bone-like, 256/32, 20 %", "double", "H200")
        self.samples = {}
        for case in ("256/24, 25 %", "275/20, 20 %", "550/40, 20 %"):
            values = results.values("scaling/levels", case)
            sizes = [values[key] for key in sorted(values) if key.startswith("level_")]
            self.samples[case] = Sample(sizes, values["nodes_of_cut"])
        # README.md: the first coarse level took 6.5 of 47 ms of an iteration of 550/40, on a GPU not recorded.
        first = self.sample(112.7e6).levels[1]
        self.first = 6.5e-3 / (STEPS * first)  # s an unknown and step
        self.links = {}
        for name, case in (("peer", "peer copies"), ("host", "pinned memory of the host"),
                           ("shared", "contexts of one GPU")):
            small, large, total = [1e-6 * of("parts/messages", case, which)
                                   for which in ("small", "largest", "sum")]
            neighbour = NEIGHBOUR * 1e-6 if name == "peer" else small
            self.links[name] = Link(small, max(large, 1.01 * small), 6291456, total, neighbour)
        self.launch, self.share = 0.0, 1.0
        self.fit([("256/24, 25 %", 15.3e6), ("550/40, 20 %", 112.7e6)])

    def fit(self, samples):
        """The time of a launch and the share of the bandwidth of block rows, of two samples on one
        GPU."""
        rows = []
        for case, unknowns in samples:
            sample = self.sample(unknowns, case)
            parts = self.iteration(sample, 1)
            blocks = sum(self.traffic(sample, level, size)
                         for level, size in enumerate(sample.levels) if level > 1)
            measured = 1e-3 * self.results.of("parts/devices", "micro-FE, " + case, "one")
            rows.append((self.launches(sample), blocks, measured - parts["compute"] + blocks))
        (a, b, c), (d, e, f) = rows
        self.launch = (c * e - b * f) / (a * e - b * d)
        self.share = (a * e - b * d) / (a * f - c * d)

    def sample(self, unknowns, case="550/40, 20 %"):
        return self.samples[case].grown(unknowns)

    @staticmethod
    def launches(sample):
        """Kernels of an iteration, one after another."""
        last = len(sample.levels) - 1
        count = sample.steps(0) + 10  # voxels, transfers, conjugate gradients
        for level in range(1, last):
            of_visit = sample.steps(level) * (2 if level == 1 else 1) + 3
            count += sample.visits(level) * of_visit + sample.solves(level) * 9
        return count + sample.visits(last)

    def traffic(self, sample, level, unknowns):
        """Seconds of an iteration for unknowns of a level by its traffic."""
        if level == 0:
            return unknowns * (sample.steps(0) * BYTES_OF_STEP / self.step + 1 / self.product
                               + BYTES_OF_KRYLOV / self.bandwidth)
        # Smoothing, and of a pair of visits two products.
        products = sample.visits(level) * sample.steps(level) + 2 * sample.solves(level)
        if level == 1:
            return unknowns * products * self.first
        return unknowns * products * BYTES_OF_BLOCKS / (self.share * self.bandwidth)

    @staticmethod
    def cuts(parts):
        """Parts along the axes, by halves along one after another."""
        along = [1, 1, 1]
        for i in range(int(math.log2(parts))):
            along[i % 3] *= 2
        return along

    def messages(self, sample, parts, link, divided):
        """Seconds of all exchanges and sums of an iteration, and of what gathers the first whole
        level."""
        along = self.cuts(parts)
        neighbours = math.prod(min(3, count) for count in along) - 1
        exchanges = sums = 0.0
        for level in range(divided):
            nodes = sample.cut * (sample.levels[level] / 3) ** (2 / 3)
            faces = sum(min(2, along[d] - 1) * along[d] for d in range(3)) / parts
            bytes_each_way = 12 * nodes * faces
            count = sample.visits(level) * (sample.steps(level) + 2) + 2 * sample.solves(level)
            exchanges += count * link.exchange(neighbours, bytes_each_way)
            sums += 2 * sample.solves(level) * link.sum_over(parts)
        gathers = 0.0
        if divided < len(sample.levels) and parts > 1:
            size = 4 * sample.levels[divided]
            gathers = sample.visits(divided) * (
                link.latency + (parts - 2) * link.neighbour + size * (parts - 1) / parts / link.bandwidth)
        return exchanges + gathers, sums + 3 * link.sum_over(parts)

    @staticmethod
    def divided(sample, last):
        """Number of levels that are divided among parts, if those up to the last one may be."""
        return min(sum(size > MOST_REPLICATED for size in sample.levels), last + 1)

    def iteration(self, sample, parts, link="peer", devices=None, last=LAST_DIVIDED):
        """Seconds of an iteration and what they are, on fewer devices than parts if these share them.
        Levels after the last one are computed by each part as a whole, even if they are large."""
        devices = devices or parts
        divided = self.divided(sample, last) if parts > 1 else len(sample.levels)
        compute = sum(self.traffic(sample, level, size / devices)
                      for level, size in enumerate(sample.levels[:divided]))
        replicated = sum(self.traffic(sample, level + divided, size) * parts / devices
                         for level, size in enumerate(sample.levels[divided:]))
        exchanges, sums = self.messages(sample, parts, self.links[link], divided)
        launches = self.launches(sample) * self.launch
        return {"all": compute + replicated + exchanges + sums + launches, "compute": compute,
                "whole": replicated, "exchanges": exchanges, "sums": sums, "launches": launches}
