"""Every public function of dpcore has an example in its docstring, and it gives what it says."""

import doctest
import inspect

import pytest

import dpcore
from dpcore import trial
from dpcore.designs import superiority

MODULES = [superiority, trial, *(each for name in dpcore.__all__ if inspect.ismodule(each := getattr(dpcore, name)))]
WITHOUT = {"warm_up", "prepared_arguments", "prepared_achievable"}  # which prepare calls of others
DOORS = {
    f"{module.__name__}.{name}": (module, each)
    for module in MODULES
    for name in module.__all__
    if inspect.isfunction(each := getattr(module, name)) and name not in WITHOUT
}


def failures(module, name, docstring):
    """How many examples there are, and how many of them fail, after `from module import *`."""
    names = {**vars(dpcore), **vars(module)}
    test = doctest.DocTestParser().get_doctest(docstring or "", names, name, module.__file__, 0)
    told = []
    found = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    return found.attempted, "".join(told)


@pytest.mark.parametrize("name", DOORS)
def test_the_example_of_a_door_gives_what_it_says(name):
    module, door = DOORS[name]
    examples, told = failures(module, name, door.__doc__)
    assert examples, f"{name} has no example"
    assert not told


def test_a_planted_wrong_example_is_noticed():
    examples, told = failures(dpcore.times, "planted", "Examples:\n    >>> is_asymptotic([0.6, 0.5])\n    True\n")
    assert examples == 1
    assert "Got:\n    False" in told
