"""numpy's generators where no Python is: SFC64 as a kernel's own code, seeded as numpy seeds the runs.

Source: numpy's SFC64 and SeedSequence (numpy/random, version 2), whose streams never change.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

SEED_WORDS = 4  # of 32 bits: every seed that dpcore takes
_BITS = 0xFFFFFFFF
_WORD = ir.IntType(64)
_NEXT_DOUBLE = "sfc64_next_double"
_Function = TypeVar("_Function", bound=Callable[..., Any])


def _compiled(function: _Function) -> _Function:
    """numba's njit, with the function's own signature."""
    compiled: _Function = njit(function)
    return compiled


@_compiled
def _scrambled(value: int, factor: int) -> int:
    """Part of a hash of 32 bits: a product, and its upper half on its lower one."""
    product = (value * factor) & _BITS
    return product ^ (product >> 16)


@_compiled
def _stir(pool: Any, seeds: Any, run: int) -> None:
    """Fill the pool (4,) of SeedSequence(seed, spawn_key=(run,)); seeds: the seed's 32-bit words, the lowest first."""
    factor, words = 0x43B0D7E5, pool.size
    for place in range(words):
        value = seeds[place] ^ factor
        factor = (factor * 0x931E8875) & _BITS
        pool[place] = _scrambled(value, factor)
    rest = run >> 32
    for source in range(words + (2 if rest > 0 else 1)):
        for place in range(words):
            if source == place:
                continue
            value = (pool[source] if source < words else run & _BITS if source == words else rest) ^ factor
            factor = (factor * 0x931E8875) & _BITS
            mixed = (0xCA01F9DD * pool[place] - 0x4973F715 * _scrambled(value, factor)) & _BITS
            pool[place] = mixed ^ (mixed >> 16)


@_compiled
def seeded(seeds: Any, run: int) -> Any:
    """The state (4,) of SFC64 that run number `run` of an experiment begins with; seeds: see _stir."""
    pool, state, factor = np.empty(SEED_WORDS, np.int64), np.zeros(4, np.uint64), 0x8B51F9DD
    _stir(pool, seeds, run)
    for place in range(6):
        value = pool[place % SEED_WORDS] ^ factor
        factor = (factor * 0x58F38DED) & _BITS
        state[place // 2] |= np.uint64(_scrambled(value, factor)) << np.uint64(32 * (place % 2))
    state[3] = 1
    generator = sfc64(state)
    for _ in range(12):
        generator.random()
    return state


def _sfc64(typing: Any, state: Any) -> Any:
    """The Generator over SFC64 with this state: (4,) uint64, changed by every draw of random, binomial or laplace."""

    def lower(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        numbers = context.make_array(state)(context, builder, arguments[0])
        bits = cgutils.create_struct_proxy(types.NumPyRandomBitGeneratorType("bit_generator"))(context, builder)
        bits.state = builder.ptrtoint(numbers.data, _WORD)
        bits.fnptr_next_double = builder.ptrtoint(_next_double(builder.module), _WORD)
        generator = cgutils.create_struct_proxy(types.npy_rng)(context, builder)
        generator.bit_generator = bits._getvalue()
        return generator._getvalue()

    return types.npy_rng(state), lower


sfc64: Any = intrinsic(_sfc64)


def _next_double(module: ir.Module) -> ir.Function:
    """What the generator calls: one step of SFC64, whose upper 53 bits are a number from 0 to below 1."""
    if _NEXT_DOUBLE in module.globals:
        return module.globals[_NEXT_DOUBLE]
    function = ir.Function(module, ir.FunctionType(ir.DoubleType(), [_WORD]), _NEXT_DOUBLE)
    function.linkage = "internal"
    builder = ir.IRBuilder(function.append_basic_block())
    state = builder.inttoptr(function.args[0], _WORD.as_pointer())
    places = [builder.gep(state, [_WORD(place)]) for place in range(4)]
    a, b, c, counter = (builder.load(place) for place in places)
    drawn = builder.add(builder.add(a, b), counter)
    turned = builder.or_(builder.shl(c, _WORD(24)), builder.lshr(c, _WORD(40)))
    following = (
        builder.xor(b, builder.lshr(b, _WORD(11))),
        builder.add(c, builder.shl(c, _WORD(3))),
        builder.add(turned, drawn),
        builder.add(counter, _WORD(1)),
    )
    for number, place in zip(following, places, strict=True):
        builder.store(number, place)
    whole = builder.uitofp(builder.lshr(drawn, _WORD(11)), ir.DoubleType())
    builder.ret(builder.fmul(whole, ir.Constant(ir.DoubleType(), 2.0**-53)))
    return function
