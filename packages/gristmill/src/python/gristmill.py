"""Mills in Python: ``gristmill serve FILE.py`` serves a function over HTTP.

    from gristmill import mill

    @mill(version="1.0.0", examples=[{"input": "Grist", "output": {"letters": 5}}])
    def letter_counter(text: str) -> Letters:
        \"\"\"Counts the letters of a text.\"\"\"
        return Letters(sum(map(str.isalpha, text)))

This file needs Python 3.9 or newer and no packages. An author imports it; ``gristmill`` runs it.
"""

from __future__ import annotations

import array
import collections.abc
import dataclasses
import enum
import functools
import inspect
import io
import json
import math
import os
import re
import select
import struct
import sys
import time
import traceback
import typing
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, NoReturn, Optional, Sequence, Tuple, TypeVar, Union

__all__ = ["Bytes", "Image", "Json", "Limits", "MediaType", "MiB", "Mistake", "Problem", "Text", "mill"]

MiB = 1024 * 1024

Schema = Dict[str, Any]
Load = Callable[[Any], Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class Mistake(TypeError):
    """A mill that is defined wrongly. The message says what to change."""

    # The file and the line of the function, if it is known.
    place: Optional[Tuple[str, int]] = None


class Problem(Exception):
    """A failure that is reported to the caller, with a code that the mill declares in ``problems``.

    Example: ``raise Problem("no-words", "The text has no words.")``. Further members become members of the answer.
    """

    def __init__(self, code: str, detail: Optional[str] = None, **members: Any) -> None:
        super().__init__(code if detail is None else f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.members = members


class Limits:
    """Limits of a value in a type hint: ``Annotated[int, Limits(minimum=0, maximum=10)]``."""

    def __init__(
        self,
        *,
        minimum: Optional[float] = None,
        maximum: Optional[float] = None,
        exclusive_minimum: Optional[float] = None,
        exclusive_maximum: Optional[float] = None,
        multiple_of: Optional[float] = None,
        min_length: Optional[int] = None,
        max_length: Optional[int] = None,
        pattern: Optional[str] = None,
        min_items: Optional[int] = None,
        max_items: Optional[int] = None,
        unique_items: Optional[bool] = None,
        description: Optional[str] = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name != "self" and value is not None}
        self.keywords: Schema = {_camel(name): value for name, value in given.items()}


class MediaType:
    """The media types of bytes in the output: ``Annotated[bytes, MediaType("image/png")]``.

    Of several, the caller chooses one. The parameter ``output_type`` of the function receives it.
    """

    def __init__(self, *names: str) -> None:
        for name in names:
            if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9.+_-]*/[a-z0-9][a-z0-9.+_-]*", name):
                raise Mistake(f'MediaType has {name!r}, and needs plain media types in lower case, such as "image/png".')
        if not names or len(set(names)) < len(names):
            raise Mistake('MediaType has no media type, or one twice. Give it each once, such as "image/png".')
        self.names = names


class _Form:
    """How the bytes of one media type become the first argument of the function."""

    kind = ""
    media_type: Optional[str] = None

    def __init__(self, *, max_bytes: int = 1 * MiB, description: Optional[str] = None) -> None:
        self.options: Schema = {"maxBytes": max_bytes}
        if description is not None:
            self.options["description"] = description


class Text(_Form):
    """A text: the function gets a ``str``. ``invalid_by`` names the parameter that chooses reject or replace."""

    kind = "text"
    media_type = "text/plain"

    def __init__(
        self, *, max_bytes: int = 1 * MiB, description: Optional[str] = None, invalid_by: Optional[str] = None
    ) -> None:
        super().__init__(max_bytes=max_bytes, description=description)
        if invalid_by is not None:
            self.options["invalidBy"] = invalid_by


class Json(Text):
    """A JSON value. Its type is ``schema``, a type or a JSON Schema, or else the hint of the first parameter."""

    kind = "json"
    media_type = "application/json"

    def __init__(
        self,
        schema: Any = None,
        *,
        max_bytes: int = 1 * MiB,
        description: Optional[str] = None,
        invalid_by: Optional[str] = None,
    ) -> None:
        super().__init__(max_bytes=max_bytes, description=description, invalid_by=invalid_by)
        self.schema = schema


class Image(_Form):
    """A picture: the function gets its ``bytes``, which begin like a picture of the media type."""

    kind = "image"


class Bytes(_Form):
    """Bytes: the function gets them unchanged, as ``bytes``."""

    kind = "bytes"
    media_type = "application/octet-stream"


Input = Union[_Form, Mapping[str, _Form]]


def mill(
    *,
    version: str,
    name: Optional[str] = None,
    summary: Optional[str] = None,
    description: Optional[str] = None,
    input: Optional[Input] = None,
    parameters: Optional[Schema] = None,
    settings: Optional[type] = None,
    output: Any = None,
    problems: Optional[Mapping[str, Mapping[str, Any]]] = None,
    examples: Sequence[Mapping[str, Any]] = (),
    tolerance: Optional[float] = None,
    assets: Sequence[Union[str, Path]] = (),
    deadline: Union[int, Mapping[str, int], None] = None,
    max_output: Optional[int] = None,
    load: Optional[Callable[..., Any]] = None,
    parts: Optional[str] = None,
    run_batch: Optional[Callable[..., Any]] = None,
    batch: Optional[Mapping[str, Any]] = None,
    needs: Sequence[str] = (),
    method: Optional[str] = None,
    path: Optional[str] = None,
    deprecated: Optional[Mapping[str, str]] = None,
    allow_name: bool = False,
    keep: bool = True,
) -> Callable[[Function], Function]:
    """Makes a mill of a function. The function itself stays as it is.

    The first parameter is the input, the others are the parameters of a call, and the return type is the output.
    With ``parts="text"``, the function is a generator: it yields the parts of that member of ``output``, and returns the others.
    ``run_batch`` computes calls that wait at the same time together: it gets a list of inputs, and returns a list of results.
    ``batch`` limits them: ``{"most": 16, "max_bytes": 1 * MiB}``, or ``{"sizes": [1, 8, 16], "warm": True, "wait": 2}``.
    ``needs=["gpu"]`` gives it a GPU, and ``["gpu", "cpu"]`` also lets it run without one.
    ``keep=False`` forbids a server to keep its answers.
    ``settings`` is a dataclass of what an operator can set: the function gets it as ``settings``, and ``load`` as its argument.
    """

    def decorate(function: Function) -> Function:
        if not inspect.isfunction(function):
            raise Mistake("@mill is not above a function. Put it above the function to serve.")
        try:
            _MILLS.append(read(function))
        except Mistake as mistake:
            mistake.place = (function.__code__.co_filename, function.__code__.co_firstlineno)
            raise
        return function

    def read(function: Any) -> _Mill:
        _check_kind(function, parts, output is not None)
        documented, explained = _split_docstring(function)
        title = documented if summary is None else summary
        if title is None:
            raise Mistake(f"{function.__name__} has no docstring and no summary. Write one sentence that says what it does.")
        folder = Path(function.__code__.co_filename).resolve().parent
        own = None if settings is None else _read_settings(settings, folder)
        extra = [key for key, is_given in (("model", load), ("settings", own), ("progress", parts)) if is_given is not None]
        reading = _read_function(function, input, parameters, output, extra)
        if run_batch is not None:
            _check_batch(run_batch, function)
        elif batch is not None:
            raise Mistake("batch limits the calls of run_batch, and there is no run_batch. Give one, or remove batch.")
        told = {
            "name": function.__name__.replace("_", "-") if name is None else name,
            "allowName": allow_name,
            "version": version,
            "summary": title,
            "description": explained if description is None else description,
            "method": method,
            "path": path,
            "input": reading.forms,
            "parameters": reading.parameters,
            "settings": None if own is None else own.schema,
            "output": reading.output,
            "parts": parts,
            "problems": problems,
            "examples": [_read_example(one, i, folder, reading.binary) for i, one in enumerate(examples)],
            "deprecated": deprecated,
            "deadline": deadline,
            "maxOutput": max_output,
            "keep": None if keep is True else keep,
            "needs": (list(needs) if isinstance(needs, (list, tuple)) else needs) or None,
            "batch": {_camel(key): value for key, value in batch.items()} if isinstance(batch, dict) else batch,
        }
        return _Mill(
            function,
            load,
            reading,
            {key: value for key, value in told.items() if value is not None},
            [(folder / asset).as_uri() for asset in assets],
            tolerance,
            None if own is None else own.load,
            run_batch,
        )

    return decorate


# What a function and its type hints say.


class _Shape(NamedTuple):
    """A JSON Schema, and what makes the author's type of a JSON value; None if the value stays as it is."""

    schema: Schema
    load: Optional[Load]


# The names of members from the output to a value. None stands for every element of a list.
_Path = Tuple[Optional[str], ...]


class _Reading(NamedTuple):
    forms: Dict[str, Schema]
    parameters: Schema
    output: Schema
    input_loads: Dict[str, Optional[Load]]
    parameter_loads: Dict[str, Load]
    # Parameters that get None if the caller leaves them out.
    optional: List[str]
    # Where the output has bytes.
    binary: List[_Path]
    # Those of model, settings, progress, media_type and output_type that the function takes.
    takes: List[str]


class _Mill(NamedTuple):
    function: Callable[..., Any]
    load: Optional[Callable[..., Any]]
    reading: _Reading
    told: Schema
    assets: List[str]
    tolerance: Optional[float]
    # Makes the author's settings of their values; None if there are none.
    settings: Optional[Load]
    # Computes several inputs together.
    run_batch: Optional[Callable[..., Any]] = None


_MILLS: List[_Mill] = []


def _read_function(
    function: Callable[..., Any],
    given: Optional[Input],
    parameters: Optional[Schema],
    output: Any,
    extra: Sequence[str],
) -> _Reading:
    name = function.__name__
    hints = _hints_of(function, name)
    first, *others = _signature_of(function)
    forms, input_loads = _read_forms(given, first, hints, name)
    answer = _read_output(output, hints, name)
    binary = _read_binary(answer, name)
    offered = ["media_type", *extra, *(["output_type"] if binary else [])]
    takes = [one.name for one in others if one.name in offered]
    own = [one for one in others if one.name not in takes]
    if parameters is None:
        schema, loads, optional = _read_parameters(own, hints, name)
    else:
        schema, loads, optional = parameters, {}, []
        declared = parameters.get("properties", {})
        known = {one.name for one in own}
        if not isinstance(declared, dict) or any(key not in known for key in declared):
            raise Mistake(f"{name} takes {_list(sorted(known))}, and its schema has other parameters. Let it take every one.")
        lacking = [one.name for one in own if one.name not in declared and one.default is one.empty]
        if lacking:
            raise Mistake(f"The schema of parameters lacks {_list(lacking)}. Declare it there, or remove it.")
    return _Reading(forms, schema, answer, input_loads, loads, optional, binary, takes)


def _check_kind(function: Callable[..., Any], parts: Optional[str], has_output: bool) -> None:
    """Refuses a function that is async, or a generator without `parts`, or the other way round."""
    name = function.__name__
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise Mistake(f"{name} is async. Write it with def, and return or yield.")
    if inspect.isgeneratorfunction(function) and parts is None:
        raise Mistake(f'{name} is a generator, and @mill does not say what it yields. Add parts="MEMBER", or return the whole.')
    if parts is not None and not inspect.isgeneratorfunction(function):
        raise Mistake(f'@mill has parts="{parts}", and {name} yields nothing. Let it yield the parts of that member.')
    if parts is not None and not has_output:
        raise Mistake(f"{name} yields parts of its output, and @mill does not say what that is. Add output=, such as a dataclass.")


# The parameter of run_batch that gets the size to which it pads its inputs.
_BATCH_SIZE = "batch_size"


def _check_batch(run_batch: Any, function: Callable[..., Any]) -> None:
    """Refuses what cannot be called with inputs and the parameters of the function."""
    if not inspect.isfunction(run_batch) or inspect.iscoroutinefunction(run_batch) or inspect.isgeneratorfunction(run_batch):
        raise Mistake("run_batch is not a plain function. Write it with def and return: it gets a list of inputs and returns a list of results.")
    wanted = [one.name for one in _signature_of(function)[1:]]
    taken = [one.name for one in _signature_of(run_batch)[1:]]
    if _BATCH_SIZE in taken and _BATCH_SIZE not in wanted:
        taken.remove(_BATCH_SIZE)
    if sorted(taken) != sorted(wanted):
        raise Mistake(
            f"{run_batch.__name__} takes the inputs and then {_list(taken) or 'nothing more'}. "
            f"Let it take what {function.__name__} takes: {_list(wanted) or 'nothing more'}."
        )


def _hints_of(owner: Any, name: str) -> Dict[str, Any]:
    try:
        return typing.get_type_hints(owner, include_extras=True)
    except NameError as error:
        raise Mistake(f"The type hints of {name} have an unknown name: {error}. Define or import it.") from None
    except Exception as error:
        version = ".".join(map(str, sys.version_info[:2]))
        raise Mistake(f"Python {version} cannot read the type hints of {name}: {error}.") from None


def _signature_of(function: Callable[..., Any]) -> List[inspect.Parameter]:
    name = function.__name__
    found = list(inspect.signature(function).parameters.values())
    for one in found:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            raise Mistake(f"{name} takes {one}, and a mill cannot. Name each parameter.")
    if not found or found[0].kind is inspect.Parameter.KEYWORD_ONLY:
        raise Mistake(f"{name} has no first parameter for the input. Let it take one, such as def {name}(text: str).")
    for one in found[1:]:
        if one.kind is one.POSITIONAL_ONLY:
            raise Mistake(f"{one.name} of {name} is positional only. Let {name} take its parameters by name.")
    return found


def _read_forms(
    given: Optional[Input], first: inspect.Parameter, hints: Mapping[str, Any], name: str
) -> Tuple[Dict[str, Schema], Dict[str, Optional[Load]]]:
    place = f"{name}({first.name})"
    if given is None:
        if first.name not in hints:
            raise Mistake(f"{_start(place)} has no type hint. Give it one, such as {first.name}: str.")
        if _media_types(hints[first.name]):
            raise Mistake(f'{_start(place)} has a MediaType. Name the media types of the input in @mill, such as input={{"image/png": Image()}}.')
        base = _base(hints[first.name])
        given = Text() if base is str else Bytes() if base is bytes else Json()
    if isinstance(given, _Form):
        if given.media_type is None:
            raise Mistake('The picture has no media type. Name each, such as input={"image/png": Image()}.')
        given = {given.media_type: given}
    forms: Dict[str, Schema] = {}
    loads: Dict[str, Optional[Load]] = {}
    for media_type, form in given.items():
        if not isinstance(form, _Form):
            raise Mistake(f'The input "{media_type}" is not Text(), Json(), Image() or Bytes(). Write one of these.')
        forms[media_type] = {"kind": form.kind, **form.options}
        loads[media_type] = None
        if isinstance(form, Json):
            declared = form.schema if form.schema is not None else hints.get(first.name, inspect.Parameter.empty)
            if declared is inspect.Parameter.empty:
                raise Mistake(f"The JSON input has no type. Hint the first parameter of {name}, or write Json(TYPE).")
            shape = _declared(declared, place, False)
            forms[media_type]["schema"], loads[media_type] = shape
    return forms, loads


def _read_parameters(
    found: Sequence[inspect.Parameter], hints: Mapping[str, Any], name: str
) -> Tuple[Schema, Dict[str, Load], List[str]]:
    properties: Dict[str, Schema] = {}
    required: List[str] = []
    loads: Dict[str, Load] = {}
    optional: List[str] = []
    for one in found:
        if one.name not in hints:
            raise Mistake(f'The parameter "{one.name}" of {name} has no type hint. Give it one, such as {one.name}: int = 3.')
        hint = hints[one.name]
        if one.default is None:
            hint = _without_none(hint)
            optional.append(one.name)
        shape = _shape(hint, f"{name}({one.name})", False)
        schema = dict(shape.schema)
        if one.default is one.empty:
            required.append(one.name)
        elif one.default is not None:
            schema["default"] = _plain(one.default)
        properties[one.name] = schema
        if shape.load is not None:
            loads[one.name] = shape.load
    return {"type": "object", "properties": properties, "required": required}, loads, optional


def _read_settings(declared: Any, folder: Path) -> _Shape:
    """The settings that a dataclass declares. A path is a file of the operator, or by default one beside the mill."""
    if not isinstance(declared, type) or not dataclasses.is_dataclass(declared):
        raise Mistake("settings is not a dataclass. Give one, such as settings=Settings.")
    hints = _hints_of(declared, declared.__name__)
    properties: Dict[str, Schema] = {}
    required: List[str] = []
    loads: Dict[str, Load] = {}
    for field in dataclasses.fields(declared):
        if not field.init:
            continue
        hint = _without_none(hints[field.name]) if field.default is None else hints[field.name]
        is_file = _base(hint) is Path
        shape = _Shape({"type": "string", "x-file": True}, _path_of) if is_file else _shape(hint, f"settings.{field.name}", False)
        schema = dict(shape.schema)
        default = field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
        if default is dataclasses.MISSING:
            required.append(field.name)
        elif default is not None:
            schema["default"] = (folder / default).as_uri() if is_file else _plain(default)
        properties[field.name] = schema
        if shape.load is not None:
            loads[field.name] = shape.load
    told = {"type": "object", "properties": properties, "required": required}
    return _Shape(told, lambda values: declared(**_changed(values, loads)))


def _path_of(url: str) -> Path:
    from urllib.parse import unquote, urlsplit

    return Path(unquote(urlsplit(url).path))


def _read_output(given: Any, hints: Mapping[str, Any], name: str) -> Schema:
    declared = given if given is not None else hints.get("return", inspect.Parameter.empty)
    if declared is inspect.Parameter.empty:
        raise Mistake(f"{name} has no return type and no output. Give it a return type, such as a dataclass.")
    is_bare = declared in (dict, list, tuple)
    schema = {} if is_bare else _declared(declared, f"the result of {name}", True).schema
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
        raise Mistake(
            f"{name} returns {_name(declared)}. Return an object with named members, such as a dataclass or a TypedDict."
        )
    return schema


_MEDIA_TYPES = "x-media-types"


def _read_binary(output: Schema, name: str) -> List[_Path]:
    """Where an output has bytes."""
    found = _binary_members(output)
    if _count_binary(output) > len(found):
        raise Mistake(
            f"The result of {name} has bytes in Optional, Union, dict or tuple. Use them as a member or in a list. "
            "A member that may be missing is NotRequired in a TypedDict."
        )
    alone = len(found) == 1 and len(found[0][0]) == 1 and found[0][0][0] in output.get("required", [])
    for path, media_types in found:
        if len(media_types) > 1 and not alone:
            raise Mistake(
                f"MediaType at {_pointer(path)} has several media types, which are for the only bytes of a result, "
                "at its top and always present. Give it one."
            )
    return [path for path, _ in found]


def _binary_members(schema: Schema, path: _Path = ()) -> List[Tuple[_Path, List[str]]]:
    if isinstance(schema.get(_MEDIA_TYPES), list):
        return [(path, schema[_MEDIA_TYPES])]
    items, properties = schema.get("items"), schema.get("properties")
    if schema.get("type") == "array" and isinstance(items, dict):
        return _binary_members(items, (*path, None))
    members = properties.items() if isinstance(properties, dict) else ()
    return [one for name, member in members if isinstance(member, dict) for one in _binary_members(member, (*path, name))]


def _count_binary(schema: Any) -> int:
    """The number of binary members anywhere in a schema, also where bytes may not be."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return sum(map(_count_binary, parts)) + (1 if isinstance(schema, dict) and _MEDIA_TYPES in schema else 0)


def _pointer(path: Sequence[Any]) -> str:
    return "".join(f"/{'*' if step is None else step}" for step in path)


def _declared(declared: Any, place: str, is_output: bool) -> _Shape:
    """The shape of a type, or of plain JSON Schema."""
    if isinstance(declared, dict):
        return _Shape(declared, None)
    return _shape(declared, place, is_output)


_NONE = type(None)
_SCALARS: Dict[Any, str] = {bool: "boolean", int: "integer", float: "number", str: "string", _NONE: "null"}
_UNIONS = [Union, getattr(__import__("types"), "UnionType", Union)]
_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection)
_MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)


def _shape(hint: Any, place: str, is_output: bool, outer: Tuple[Any, ...] = ()) -> _Shape:
    """The JSON Schema of a type hint. `place` is for messages, `outer` are the classes around it."""

    def inner(member: Any, where: str = "") -> _Shape:
        return _shape(member, place + where, is_output, outer)

    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is None or hint in (Any, object):
        return _Shape({"type": "null"} if hint is None else {}, None)
    if origin is typing.Annotated:
        shape = _Shape(_binary(hint, place, is_output), None) if _media_types(hint) else inner(arguments[0])
        return _Shape(_annotated(shape.schema, arguments[1:], place), shape.load)
    if hasattr(hint, "__supertype__"):
        return inner(hint.__supertype__)
    if origin is typing.Literal:
        return _Shape(_enumeration(list(arguments), place), None)
    if origin in _UNIONS:
        return _union(arguments, place, is_output, inner)
    if hint in (list, dict, tuple) or (origin in (*_LISTS, *_MAPS) and not arguments):
        raise Mistake(f"{_start(place)} is {_name(hint)}. Say what it contains, such as list[str] or dict[str, float].")
    if origin in _LISTS:
        member = inner(arguments[0], "[]")
        load = member.load
        return _Shape(
            {"type": "array", "items": member.schema}, None if load is None else lambda values: [load(one) for one in values]
        )
    if origin is tuple:
        return _tuple(arguments, inner)
    if origin in _MAPS:
        if _base(arguments[0]) is not str:
            raise Mistake(f"{_start(place)} is {_name(hint)}. Use str for the keys of a dict.")
        value = inner(arguments[1], "[…]")
        change = value.load
        return _Shape(
            {"type": "object", "patternProperties": {"^.*$": value.schema}},
            None if change is None else lambda values: {key: change(one) for key, one in values.items()},
        )
    if _is_numpy(hint, "ndarray") or _is_numpy(origin, "ndarray"):
        return _numpy_array(arguments)
    if not isinstance(hint, type):
        return _unsupported(hint, place)
    if is_output and hint in (bytes, bytearray, memoryview):
        raise Mistake(
            f'{_start(place)} is {hint.__name__} without a media type. Name it, such as Annotated[bytes, MediaType("image/png")].'
        )
    if hint in _SCALARS:
        return _Shape({"type": _SCALARS[hint]}, float if hint is float else None)
    if issubclass(hint, enum.Enum):
        return _Shape(_enumeration([member.value for member in hint], place), hint)
    if hint in outer:
        raise Mistake(f"{_start(place)} is {hint.__name__} again. A type may not contain itself.")
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint, place, is_output, (*outer, hint))
    if issubclass(hint, dict) and hasattr(hint, "__total__"):
        return _typed_dict(hint, place, is_output, (*outer, hint))
    if _is_pydantic(hint):
        return _pydantic_model(hint, place, is_output)
    return _unsupported(hint, place)


def _start(place: str) -> str:
    """The place at the start of a sentence."""
    return f"T{place[1:]}" if place.startswith("the ") else place


def _unsupported(hint: Any, place: str) -> NoReturn:
    kinds = "str, int, float, bool, None, list, dict, tuple, Literal, Enum, Optional, a dataclass, a TypedDict or a Pydantic model"
    raise Mistake(f"{_start(place)} is {_name(hint)}, which JSON does not have. Use {kinds}.")


def _media_types(hint: Any) -> List[str]:
    """The media types in the annotations of a hint."""
    notes = typing.get_args(hint)[1:] if typing.get_origin(hint) is typing.Annotated else ()
    return [name for note in notes if isinstance(note, MediaType) for name in note.names]


def _binary(hint: Any, place: str, is_output: bool) -> Schema:
    if _base(hint) is not bytes:
        raise Mistake(f"{_start(place)} is {_name(_base(hint))} with a MediaType, which is for bytes.")
    if not is_output:
        raise Mistake(f"{_start(place)} has a MediaType, which is for the output only.")
    names = _media_types(hint)
    return {"type": "string", "contentEncoding": "base64", "contentMediaType": names[0], _MEDIA_TYPES: names}


def _annotated(schema: Schema, notes: Sequence[Any], place: str) -> Schema:
    merged = dict(schema)
    for note in notes:
        if isinstance(note, Limits):
            merged.update(note.keywords)
        elif isinstance(note, str):
            merged["description"] = note
        elif isinstance(note, dict):
            merged.update(note)
    return merged


def _enumeration(values: List[Any], place: str) -> Schema:
    if not values or not all(isinstance(value, (str, int, float, bool)) for value in values):
        raise Mistake(f"{_start(place)} has values that are not strings, numbers or booleans.")
    return {"enum": [value.value if isinstance(value, enum.Enum) else value for value in values]}


def _union(members: Sequence[Any], place: str, is_output: bool, inner: Callable[..., _Shape]) -> _Shape:
    shapes = [inner(member) for member in members]
    schema = {"anyOf": [shape.schema for shape in shapes]}
    present = [member for member in members if member is not _NONE]
    loads = [shape.load for shape in shapes if shape.load is not None]
    if is_output or not loads or (len(present) > 1 and all(_base(member) in _SCALARS for member in present)):
        return _Shape(schema, None)
    if len(present) > 1:
        raise Mistake(f"{_start(place)} is {_name(Union[tuple(members)])}. Use one type, or Optional of one type, in an input.")
    load = loads[0]
    return _Shape(schema, lambda value: None if value is None else load(value))


def _tuple(members: Sequence[Any], inner: Callable[..., _Shape]) -> _Shape:
    if len(members) == 2 and members[1] is Ellipsis:
        each = inner(members[0], "[]")
        load = each.load or (lambda value: value)
        return _Shape({"type": "array", "items": each.schema}, lambda values: tuple(map(load, values)))
    shapes = [inner(member, f"[{i}]") for i, member in enumerate(members) if member != ()]
    loads = [shape.load or (lambda value: value) for shape in shapes]
    size = len(shapes)
    schema: Schema = {"type": "array", "prefixItems": [shape.schema for shape in shapes], "items": False}
    schema.update(minItems=size, maxItems=size)
    return _Shape(schema, lambda values: tuple(load(value) for load, value in zip(loads, values)))


def _dataclass(hint: Any, place: str, is_output: bool, outer: Tuple[Any, ...]) -> _Shape:
    hints = _hints_of(hint, hint.__name__)
    fields = [field for field in dataclasses.fields(hint) if is_output or field.init]
    properties: Dict[str, Schema] = {}
    required: List[str] = []
    loads: Dict[str, Load] = {}
    for field in fields:
        shape = _shape(hints[field.name], f"{place}.{field.name}", is_output, outer)
        schema = dict(shape.schema)
        if isinstance(field.metadata.get("description"), str):
            schema["description"] = field.metadata["description"]
        has_default = field.default is not dataclasses.MISSING
        if is_output or not (has_default or field.default_factory is not dataclasses.MISSING):
            required.append(field.name)
        elif has_default and field.default is not None:
            schema["default"] = _plain(field.default)
        properties[field.name] = schema
        if shape.load is not None:
            loads[field.name] = shape.load

    def load(value: Dict[str, Any]) -> Any:
        # A caller may send more members than the class has.
        return hint(**_changed({key: one for key, one in value.items() if key in properties}, loads))

    return _Shape({"type": "object", "properties": properties, "required": required}, load)


def _typed_dict(hint: Any, place: str, is_output: bool, outer: Tuple[Any, ...]) -> _Shape:
    properties: Dict[str, Schema] = {}
    required: List[str] = []
    loads: Dict[str, Load] = {}
    for name, member in _hints_of(hint, hint.__name__).items():
        mark = str(typing.get_origin(member)).rpartition(".")[2]
        if mark in ("Required", "NotRequired", "ReadOnly"):
            member = typing.get_args(member)[0]
        shape = _shape(member, f"{place}.{name}", is_output, outer)
        properties[name] = shape.schema
        if mark == "Required" or (mark != "NotRequired" and name in hint.__required_keys__):
            required.append(name)
        if shape.load is not None:
            loads[name] = shape.load
    schema = {"type": "object", "properties": properties, "required": required}
    return _Shape(schema, (lambda value: _changed(value, loads)) if loads else None)


def _changed(value: Dict[str, Any], loads: Mapping[str, Load]) -> Dict[str, Any]:
    return {key: loads[key](one) if key in loads else one for key, one in value.items()}


def _is_pydantic(hint: Any) -> bool:
    """Whether a class is a model of Pydantic, of version 1 or 2. It may not be installed, so it is never imported here."""
    return any(base.__name__ == "BaseModel" and base.__module__ in ("pydantic.main", "pydantic.v1.main") for base in hint.__mro__)


def _pydantic_model(hint: Any, place: str, is_output: bool) -> _Shape:
    """The schema that a model of Pydantic gives of itself. The server validates with it, and the model makes its object."""
    is_new = hasattr(hint, "model_json_schema")
    try:
        mode = "serialization" if is_output else "validation"
        told = hint.model_json_schema(mode=mode) if is_new else json.loads(hint.schema_json())
    except Exception as error:
        raise Mistake(f"{hint.__name__} has no JSON Schema: {error}. It is {place}.") from None
    definitions = {**told.pop("definitions", {}), **told.pop("$defs", {})}

    def load(value: Any) -> Any:
        try:
            return hint.model_validate(value) if is_new else hint.parse_obj(value)
        except ValueError as error:
            # A validator of the author, which no schema says.
            if not hasattr(error, "errors"):
                raise
            found = error.errors()[0]
            raise Problem("invalid-input", f"{_pointer(found['loc']) or '/'}: {found['msg']}.") from None

    return _Shape(_without_references(told, definitions, place, hint.__name__), load)


def _without_references(schema: Any, definitions: Mapping[str, Any], place: str, *outer: str) -> Any:
    """A schema with its definitions where it names them, and without what Pydantic writes for other readers."""
    if isinstance(schema, list):
        return [_without_references(one, definitions, place, *outer) for one in schema]
    if not isinstance(schema, dict):
        return schema
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name in outer:
        raise Mistake(f"{_start(place)} is {name} again. A type may not contain itself.")
    inner = _without_references(definitions[name], definitions, place, *outer, name) if name in definitions else {}
    parts = schema.get("allOf")
    if isinstance(parts, list) and len(parts) == 1:
        # Version 1 writes a member with a description so.
        inner = _without_references(parts[0], definitions, place, *outer)
        schema = {key: one for key, one in schema.items() if key != "allOf"}
    own = {
        key: {member: _without_references(one, definitions, place, *outer) for member, one in value.items()}
        if key == "properties"
        else value
        if key in ("default", "const", "enum", "examples")
        else _without_references(value, definitions, place, *outer)
        for key, value in schema.items()
        if key not in ("$ref", "title", "discriminator") and not (key == "default" and value is None)
    }
    return {**inner, **own}


def _is_numpy(hint: Any, name: str) -> bool:
    """Whether a hint is a type of numpy. It may not be installed, so it is never imported here."""
    module = getattr(hint, "__module__", None)
    return isinstance(hint, type) and module is not None and module.split(".")[0] == "numpy" and hint.__name__ == name


def _numpy_array(arguments: Sequence[Any]) -> _Shape:
    """The shape of `NDArray[numpy.int32]`, whose second argument is `dtype[int32]`: a list of numbers."""
    inner = typing.get_args(arguments[1]) if len(arguments) > 1 else ()
    scalar = inner[0] if inner and isinstance(inner[0], type) else None
    is_whole = scalar is not None and any(_is_numpy(base, "integer") for base in scalar.__mro__)
    schema: Schema = {"type": "array", "items": {"type": "integer" if is_whole else "number"}}
    # The author has imported it, because the hint names it.
    numpy = sys.modules["numpy"]
    return _Shape(schema, lambda values: numpy.array(values, dtype=scalar))


def _base(hint: Any) -> Any:
    """A type without its annotations."""
    while typing.get_origin(hint) is typing.Annotated or hasattr(hint, "__supertype__"):
        hint = hint.__supertype__ if hasattr(hint, "__supertype__") else typing.get_args(hint)[0]
    return hint


def _without_none(hint: Any) -> Any:
    if typing.get_origin(hint) is typing.Annotated:
        base, *notes = typing.get_args(hint)
        rest = (_without_none(base), *notes)
        return typing.Annotated[rest]
    if typing.get_origin(hint) not in _UNIONS:
        return hint
    return Union[tuple(member for member in typing.get_args(hint) if member is not _NONE)]


def _split_docstring(function: Callable[..., Any]) -> Tuple[Optional[str], Optional[str]]:
    """The first paragraph of a docstring on one line, and the rest."""
    first, _, rest = (inspect.getdoc(function) or "").partition("\n\n")
    return " ".join(first.split()) or None, rest.strip() or None


def _read_example(example: Mapping[str, Any], number: int, folder: Path, binary: Sequence[_Path]) -> Schema:
    if not isinstance(example, Mapping) or "input" not in example or "output" not in example:
        raise Mistake(f'examples[{number}] is not an example. Write it as {{"input": …, "output": …}}.')
    stray = [key for key in example if key not in ("title", "input", "output", "parameters", "settings", "media_type")]
    if stray:
        raise Mistake(f'examples[{number}] has the unknown key "{stray[0]}".')

    def told_bytes(value: Any, at: Sequence[Any]) -> Schema:
        told = _example_bytes(value, folder)
        if told is None:
            place = f"examples[{number}].output{_pointer(at)}"
            raise Mistake(f"{place} is {type(value).__name__}. Give the bytes as bytes or as a pathlib.Path.")
        return told

    given, output = example["input"], example["output"]
    for path in binary:
        output = _replaced(output, path, told_bytes)
    told = {"input": _example_bytes(given, folder) or {"value": _plain(given)}, "output": _plain(output)}
    if "title" in example:
        told["title"] = example["title"]
    if "parameters" in example:
        told["parameters"] = _plain(example["parameters"])
    if "settings" in example:
        told["settings"] = _plain(example["settings"])
    if "media_type" in example:
        told["mediaType"] = example["media_type"]
    return told


def _example_bytes(value: Any, folder: Path) -> Optional[Schema]:
    """Bytes or a file of an example; None for anything else."""
    if isinstance(value, (bytes, bytearray)):
        return {"hex": value.hex()}
    return {"file": (folder / value).as_uri()} if isinstance(value, Path) else None


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _name(hint: Any) -> str:
    text = "bytes" if hint is bytes else getattr(hint, "__name__", None) if isinstance(hint, type) else None
    return text if text is not None and not typing.get_args(hint) else str(hint).replace("typing.", "")


# Results as JSON.


def _dump(value: Any) -> str:
    try:
        # ASCII, so that lone surrogates can be written.
        return json.dumps(value, default=_jsonable, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise Mistake(f"JSON cannot write the result: {error}. It must have no NaN, no infinity and no circles.") from None


def _jsonable(value: Any) -> Any:
    """What `json` does not know: dataclasses, enumerations, and arrays and numbers of numpy."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _members(value)
    if isinstance(value, enum.Enum):
        return value.value
    if _is_pydantic(type(value)):
        return value.model_dump(mode="json", by_alias=True) if hasattr(value, "model_dump") else json.loads(value.json(by_alias=True, exclude_none=True))
    if isinstance(value, array.array) or (hasattr(value, "dtype") and hasattr(value, "tolist")):
        return value.tolist()
    if isinstance(value, collections.abc.Mapping):
        return dict(value)
    raise Mistake(f"The result has a value of the type {type(value).__name__}, which JSON does not have.")


def _members(value: Any) -> Dict[str, Any]:
    return {name: getattr(value, name) for name in _field_names(type(value))}


@functools.lru_cache(maxsize=256)
def _field_names(kind: type) -> Tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    return json.loads(_dump(value))


def _number_lists(schema: Schema, path: Tuple[str, ...] = ()) -> List[Tuple[str, ...]]:
    """Where a result has lists of numbers: arrays and long lists there are sent as bytes."""
    if schema.get("type") == "array":
        items = schema.get("items")
        return [path] if isinstance(items, dict) and items.get("type") in ("integer", "number") else []
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return []
    return [found for name, member in properties.items() for found in _number_lists(member, (*path, name))]


_KINDS = {"b": "i1", "B": "u1", "h": "i2", "H": "u2", "i": "i4", "I": "u4", "f": "f4", "d": "f8"}


def _packed(value: Any) -> Optional[Tuple[str, bytes]]:
    """The kind and the bytes of an array of numbers with one dimension; None for anything else."""
    if isinstance(value, array.array):
        kind = _KINDS.get(value.typecode)
        return (kind, value.tobytes()) if kind is not None and sys.byteorder == "little" else None
    dtype = getattr(value, "dtype", None)
    if dtype is None or getattr(value, "ndim", None) != 1 or dtype.kind not in "iuf":
        return None
    if dtype.kind == "f" and dtype.itemsize not in (4, 8):
        value = value.astype("<f8")
    elif dtype.itemsize == 8 and dtype.kind != "f":
        # JavaScript has no lists of 64-bit numbers, but a double has every whole number up to 2**53.
        if value.size > 0 and (int(value.max()) > 2**53 or int(value.min()) < -(2**53)):
            return None
        value = value.astype("<f8")
    little = value.astype(value.dtype.newbyteorder("<"), copy=False)
    return f"{little.dtype.kind}{little.dtype.itemsize}", little.tobytes()


# Shorter lists are not faster this way.
_LONG_LIST = 32


def _packed_list(value: Sequence[Any]) -> Optional[Tuple[str, bytes]]:
    """
    The numbers of a long list of floats as bytes, which takes a tenth of the time of their digits; None for anything else. A number that
    JSON does not have makes the sum one, too: JSON refuses it then.
    """
    if len(value) < _LONG_LIST or sys.byteorder != "little" or set(map(type, value)) != {float}:
        return None
    return ("list", array.array("d", value).tobytes()) if math.isfinite(sum(value)) else None


class _NotBytes(Mistake):
    """The function returned something else where its output has bytes. Its message has no word of the input."""


def _packed_bytes(value: Any, at: Sequence[Any]) -> Tuple[str, bytes]:
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise _NotBytes(f"{_pointer(at)} must be bytes: it is {type(value).__name__}"[:_MOST_TEXT])
    return "u1", value if isinstance(value, bytes) else bytes(value)


_Pack = Callable[[Any, Sequence[Any]], Optional[Tuple[str, bytes]]]


def _part_packs(found: _Mill) -> List[Tuple[_Path, _Pack]]:
    """Where the parts of a result have values that are sent as bytes, if it comes in parts."""
    reading, parts = found.reading, found.told.get("parts")
    if parts is None:
        return []
    member = reading.output["properties"][parts]
    return [(("part",), _packed_bytes)] if reading.binary == [(parts,)] else _packs(
        reading._replace(output={"properties": {"part": member.get("items", {})}}, binary=[])
    )


def _packs(reading: _Reading) -> List[Tuple[_Path, _Pack]]:
    """Where a result has values that are sent as bytes."""
    lists: List[Tuple[_Path, _Pack]] = [
        (path, lambda value, _: _packed_list(value) if isinstance(value, (list, tuple)) else _packed(value))
        for path in _number_lists(reading.output)
    ]
    return lists + [(path, _packed_bytes) for path in reading.binary]


def _take_parts(result: Any, packs: Sequence[Tuple[_Path, _Pack]]) -> Tuple[Any, List[Any], List[bytes]]:
    """Takes the arrays and the bytes out of a result. Copies what it changes: the author may keep the result."""
    told: List[Any] = []
    parts: List[bytes] = []

    def take(value: Any, at: Sequence[Any], pack: _Pack) -> Any:
        packed = pack(value, at)
        if packed is None:
            return value
        told.append([list(at), packed[0], len(packed[1])])
        parts.append(packed[1])
        return None

    for path, pack in packs:
        result = _replaced(result, path, lambda value, at, pack=pack: take(value, at, pack))
    return result, told, parts


def _replaced(value: Any, path: _Path, replace: Callable[[Any, Sequence[Any]], Any], at: Tuple[Any, ...] = ()) -> Any:
    """A copy of a value with something else at a path. Absent members stay absent; other shapes stay as they are."""
    if not path:
        return replace(value, at)
    step, rest = path[0], path[1:]
    if step is None:
        if not isinstance(value, (list, tuple)):
            return value
        return [_replaced(one, rest, replace, (*at, i)) for i, one in enumerate(value)]
    # In this order, because the last test is slow.
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        copy = _members(value)
    elif isinstance(value, collections.abc.Mapping):
        copy = dict(value)
    else:
        return value
    if step in copy:
        copy[step] = _replaced(copy[step], rest, replace, (*at, step))
    return copy


# Files.


def _load_module(script: Path) -> Any:
    """Imports a file."""
    import importlib.util

    # As for `python FILE`, modules beside the file can be imported.
    sys.path[0] = str(script.parent)
    name = script.stem if script.stem not in sys.modules else "__mill__"
    spec = importlib.util.spec_from_file_location(name, script)
    if spec is None or spec.loader is None:
        raise Mistake("The name of the file does not end in .py.")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up the module of their type hints.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _load_script(script: Path) -> _Mill:
    """Imports a mill file and returns its mill."""
    name = _load_module(script).__name__
    own = [one for one in _MILLS if one.function.__module__ == name]
    if not own:
        raise Mistake("The file has no mill. Put @mill(…) above the function to serve.")
    if len(own) > 1:
        names = _list([one.function.__name__ for one in own])
        raise Mistake(f"The file has {len(own)} mills ({names}). Write one mill per file.")
    return own[0]


def _load_function(script: Path, name: str, told: Schema) -> _Mill:
    """Imports a file and returns its function as the mill whose descriptor, in TypeScript, is told."""
    function = getattr(_load_module(script), name, None)
    if not inspect.isfunction(function):
        raise Mistake(f"{script.name} has no function {name}. Define it there.")
    kinds = {"text": Text, "image": Image, "bytes": Bytes}
    forms = {
        media_type: Json({}) if form["kind"] == "json" else kinds[form["kind"]]()
        for media_type, form in told["input"].items()
    }
    _check_kind(function, told.get("parts"), True)
    reading = _read_function(function, forms, told["parameters"], told["output"], ["progress"] if "parts" in told else [])
    # A parameter that the caller leaves out is None, unless the function has a default for it.
    signature = inspect.signature(function).parameters
    needed = told["parameters"].get("required", [])
    optional = [
        one
        for one in told["parameters"].get("properties", {})
        if one not in needed and signature[one].default is inspect.Parameter.empty
    ]
    named = {"parts": told["parts"]} if "parts" in told else {}
    return _Mill(function, None, reading._replace(optional=optional), named, [], None, None)


def _identify(script: Path) -> None:
    """Prints what the results of a file depend on besides the file itself, and runs nothing of it."""
    import ast
    import hashlib
    import importlib.metadata as metadata

    files = [Path(file) for file in _local_sources(script).files]
    names = set()
    for file in files:
        try:
            tree = ast.walk(ast.parse(file.read_bytes()))
        except (OSError, SyntaxError, ValueError):
            continue
        for node in tree:
            if isinstance(node, ast.Import):
                names.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names.add(node.module.split(".")[0])
    own = {"gristmill", *getattr(sys, "stdlib_module_names", ()), *(file.stem for file in files)}
    own.update(file.parent.name for file in files if file.name == "__init__.py")
    versions: Dict[str, str] = {}
    unknown = []
    for name in sorted(names - own):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            unknown.append(name)
    # Such as sklearn, which is of scikit-learn. This reads many files.
    owners = _owners() if unknown else {}
    for name in unknown:
        for package in owners.get(name, []):
            versions[package] = metadata.version(package)
    modules = {
        str(file.relative_to(script.parent)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
        if file != script and _is_beside(file, script.parent)
    }
    print(json.dumps([sys.version_info[:3], sorted(versions.items()), sorted(modules.items())]))


def _owners() -> Mapping[str, List[str]]:
    """The packages that each module on the path belongs to."""
    import importlib.metadata as metadata

    if sys.version_info >= (3, 10):
        return metadata.packages_distributions()
    owners: Dict[str, List[str]] = {}
    for package in metadata.distributions():
        for name in (package.read_text("top_level.txt") or "").split():
            owners.setdefault(name, []).append(package.metadata["Name"])
    return owners


class _Sources(NamedTuple):
    files: List[str]
    # Where modules would be that the files import and that are not there.
    missing: List[str]
    # Whether all files could be read.
    complete: bool


def _local_sources(script: Path) -> _Sources:
    """The script and the modules beside it that it imports, also inside of functions."""
    import ast

    found: Dict[Path, None] = {}
    missing: Dict[str, None] = {}
    complete = True

    def visit(file: Path) -> None:
        nonlocal complete
        if file in found:
            return
        found[file] = None
        try:
            tree = ast.parse(file.read_bytes())
        except (OSError, SyntaxError, ValueError):
            complete = False
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    follow(script.parent, alias.name.split("."))
            elif isinstance(node, ast.ImportFrom):
                base = script.parent if node.level == 0 else file.parents[node.level - 1]
                names = node.module.split(".") if node.module else []
                for alias in node.names:
                    follow(base, [*names, alias.name])

    def follow(base: Path, names: List[str]) -> None:
        for i, name in enumerate(names):
            folder = base.joinpath(*names[:i])
            for file in (folder / f"{name}.py", folder / name / "__init__.py"):
                if file.is_file():
                    visit(file)
                else:
                    missing[str(file)] = None

    visit(script)
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".py"):
            path = Path(file).resolve()
            # Some packages give a module that they compute the name of a file that does not exist.
            if _is_beside(path, script.parent) and path.is_file():
                found.setdefault(path)
    return _Sources([str(file) for file in found], list(missing), complete)


def _is_beside(file: Path, folder: Path) -> bool:
    inside = file.parts[len(folder.parts) :] if file.parts[: len(folder.parts)] == folder.parts else ()
    return len(inside) > 0 and not any(
        part in ("site-packages", "dist-packages", "node_modules") or part.startswith(".") for part in inside
    )


def _packages(before: Sequence[str]) -> Dict[str, str]:
    """The versions of the packages that the script has imported."""
    found: Dict[str, str] = {}
    for name, module in sorted(sys.modules.items()):
        file, version = getattr(module, "__file__", None), getattr(module, "__version__", None)
        if "." not in name and name not in before and isinstance(file, str) and isinstance(version, str):
            if "site-packages" in file or "dist-packages" in file:
                found[name] = version
    return found


# Failures, for the log and for the author.

_MOST_FRAMES = 20
_MOST_TEXT = 2_000


def _failure(error: BaseException, causes: int = 4) -> Schema:
    """An exception as plain data: its message is apart, because no log may have it."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__ and not frame.filename.startswith("<frozen")
    ]
    try:
        message = str(error)
    except Exception:
        message = "its message cannot be read"
    told: Schema = {
        "name": type(error).__name__,
        "message": message[:_MOST_TEXT],
        "trace": "".join(traceback.format_list(frames[-_MOST_FRAMES:])).rstrip("\n"),
        "isMistake": isinstance(error, Mistake),
    }
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and causes > 0:
        told["cause"] = _failure(cause, causes - 1)
    return told


def _advice(error: BaseException, text: str) -> str:
    """What to do about the mistakes that are made first; Python's own message does not say it."""
    if isinstance(error, TypeError) and text.startswith("mill() "):
        return '. Write @mill(version="1.0.0") above the function.'
    if isinstance(error, ModuleNotFoundError):
        return f". Install its package for {sys.executable}, or in a .venv beside the file."
    return ""


def _failed_import(error: BaseException, script: Path) -> Schema:
    """What is wrong with a mill file, and where."""
    if isinstance(error, SyntaxError) and error.filename is not None and error.lineno is not None:
        place = {"file": error.filename, "line": error.lineno, "column": error.offset or 1}
        return {"message": f"{error.msg}.", **place}
    if isinstance(error, SystemExit):
        message = "The import of the mill file ended the process. Do not call sys.exit in it."
    else:
        text = str(error) or type(error).__name__
        message = text if isinstance(error, Mistake) else f"{type(error).__name__}: {text}{_advice(error, text)}"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if _is_beside(Path(frame.filename).resolve(), script.parent)
    ]
    if isinstance(error, Mistake) and error.place is not None:
        return {"message": message[:_MOST_TEXT], "file": error.place[0], "line": error.place[1]}
    if not frames:
        return {"message": message[:_MOST_TEXT], "file": str(script)}
    return {"message": message[:_MOST_TEXT], "file": frames[-1].filename, "line": frames[-1].lineno}


# The program. It speaks through the file descriptor 3: what the author prints goes to the log and not there.

_PIPE = 3
_HEAD = struct.Struct(">III")
_MARK = 0xF5475249
_MOST_RESULT = 512 * MiB - 1


def _send(number: int, head: Any, *parts: bytes) -> None:
    """Sends a frame: a mark, the lengths of head and body, the head as JSON with the number of the call, and the body."""
    told = _dump({**(head or {}), "id": number}).encode("ascii")
    size = sum(map(len, parts))
    rest = memoryview(b"".join((_HEAD.pack(_MARK, len(told), size), told, *parts)))
    while rest:
        rest = rest[os.write(_PIPE, rest) :]


def _describe(script: Path) -> None:
    """Sends the descriptor of a mill file, or what is wrong with it."""
    try:
        # Python itself may import packages at its start, and not the same on every machine.
        before = list(sys.modules)
        found = _load_script(script)
        told = {
            "definition": found.told,
            "assets": found.assets,
            "tolerance": found.tolerance,
            "batches": found.run_batch is not None,
            "line": found.function.__code__.co_firstlineno,
            "sources": _local_sources(script).files,
            "packages": _packages(before),
            "python": ".".join(map(str, sys.version_info[:3])),
            "executable": sys.executable,
        }
        _send(0, {"told": told})
    except BaseException as error:
        _send(0, {"failure": _failed_import(error, script)})


def _serve(script: Path, name: Optional[str] = None) -> None:
    """Loads a mill, or a function, and answers calls, one at a time, until the pipe ends."""
    import faulthandler
    import gc

    faulthandler.enable()
    pid = os.getpid()
    # Processes that the author starts must not hold or use the pipe.
    os.set_inheritable(_PIPE, False)
    os.register_at_fork(after_in_child=lambda: os.close(_PIPE))
    frames = _Frames()
    # The first frame has the values of the settings, and for a function the descriptor of its mill.
    first = frames.next()
    if first is None:
        return
    try:
        told = first[0]
        if not told.get("showsMessages"):
            _hide_messages()
        found = _load_script(script) if name is None else _load_function(script, name, told["descriptor"])
        settings = None if found.settings is None else found.settings(told.get("settings", {}))
        model = _load_model(found, settings)
        serving = _Serving(found, {"model": model, "settings": settings}, frames)
    except BaseException as error:
        _send(0, {"failure": _failure(error)})
        return
    _flush()
    gc.collect()
    gc.freeze()
    _send(0, {"ready": True})
    while True:
        frame = frames.next()
        if frame is None:
            return
        call, body = frame
        answer_to = _answer_batch if "sizes" in call else _answer
        answer = answer_to(serving, call, body)
        # A process that the author forked has no caller.
        if os.getpid() != pid:
            os._exit(0)
        _flush()
        _send(call["id"], *answer)


class _Frames:
    """The frames that come through the pipe."""

    def __init__(self) -> None:
        # A buffer of one byte reads nothing ahead: so the system knows whether a frame waits.
        self._reader = io.BufferedReader(io.FileIO(_PIPE, "rb", closefd=False), 1)
        # Calls that came while another one ran.
        self._kept: List[Tuple[Any, bytes]] = []

    def next(self) -> Optional[Tuple[Any, bytes]]:
        """The head and body of the next call; None at the end of the pipe."""
        frame = self._kept.pop(0) if self._kept else self._receive()
        while frame is not None and "about" in frame[0]:
            # It is about a call that is over.
            frame = self._receive()
        return frame

    def about(self, number: int, waits: bool) -> Optional[Schema]:
        """What the server says about the call that runs. If `waits`, until it says something."""
        while waits or select.select([_PIPE], [], [], 0)[0]:
            frame = self._receive()
            if frame is None:
                os._exit(0)
            if frame[0].get("about") == number:
                return typing.cast(Schema, frame[0])
            if "about" not in frame[0]:
                self._kept.append(frame)
        return None

    def _receive(self) -> Optional[Tuple[Any, bytes]]:
        head = self._reader.read(_HEAD.size)
        if len(head) < _HEAD.size:
            return None
        _, told, size = _HEAD.unpack(head)
        return json.loads(self._reader.read(told)), self._reader.read(size)


class _Serving:
    """A loaded mill."""

    def __init__(self, found: _Mill, loaded: Mapping[str, Any], frames: _Frames) -> None:
        self.found = found
        self.loaded = loaded
        self.frames = frames
        self.packs = _packs(found.reading)
        self.part_packs = _part_packs(found)


# Set for the processes that a mill starts.
_HIDES_MESSAGES = "GRISTMILL_HIDES_MESSAGES"


def _hide_messages() -> None:
    """Errors that nobody catches are printed without their messages, which may quote an input."""
    import logging
    import threading

    def described(error: Optional[BaseException]) -> str:
        told = {"name": "an error", "trace": ""} if error is None else _failure(error)
        return f"{told['name']}\n{told['trace']}".rstrip()

    def show(error: Optional[BaseException], where: str) -> None:
        print(f"{where}: {described(error)}", file=sys.stderr)

    def without_message(record: Any) -> bool:
        # Of a future, asyncio prints the error twice: with the future, too.
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            record.msg = f"{record.msg}".split("\n", 1)[0] + f": {described(error)}"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True

    def in_thread(given: Any) -> None:
        if not issubclass(given.exc_type, SystemExit):
            show(given.exc_value, "thrown in a thread")

    threading.excepthook = in_thread
    sys.unraisablehook = lambda given: show(given.exc_value, "thrown where nothing can catch it")
    sys.excepthook = lambda _kind, error, _trace: show(error, "thrown outside of a call")
    for name in ("asyncio", "concurrent.futures"):
        logging.getLogger(name).addFilter(without_message)

    def in_process() -> None:
        # multiprocessing prints what ends one of its processes, past all hooks.
        traceback.print_exc = lambda *_given, **_named: show(sys.exc_info()[1], "thrown in a process")

    os.register_at_fork(after_in_child=in_process)
    # A process that is spawned does not share this memory, and imports this module again.
    if os.environ.get(_HIDES_MESSAGES):
        in_process()
    os.environ[_HIDES_MESSAGES] = "yes"


def _load_model(found: _Mill, settings: Any) -> Any:
    """What load returns. It gets the settings if the mill has them and it takes an argument."""
    if found.load is None:
        return None
    takes = found.settings is not None and len(inspect.signature(found.load).parameters) > 0
    return found.load(settings) if takes else found.load()


def _answer(serving: _Serving, call: Schema, body: bytes) -> Tuple[Any, ...]:
    """The frame that answers a call: nothing or the parts in the head and JSON in the body, or a failure in the head."""
    reading = serving.found.reading
    try:
        given = _read_input(reading, call["mediaType"], body)
        returned = serving.found.function(given, **_arguments(reading, serving.loaded, call))
        if "parts" in serving.found.told:
            returned = _yield_parts(serving, call["id"], returned)
        result, told, parts = _take_parts(returned, serving.packs)
        text = _dump(result).encode("ascii")
        _bound(text, *parts)
        return ({"parts": told} if told else None, *parts, text)
    except _NotBytes as wrong:
        return ({"crash": str(wrong)},)
    except Problem as problem:
        try:
            return ({"problem": _told_problem(problem)},)
        except Exception as error:
            return ({"failure": _failure(error)},)
    except BaseException as error:
        _demand_device(error)
        return ({"failure": _failure(error)},)


# How many bytes of parts may be on their way to a server that has not taken them.
_CREDIT = 256 * 1024


def _yield_parts(serving: _Serving, number: int, source: Any) -> Any:
    """Sends the parts of a result as they come, and returns the other members."""
    owed = 0
    try:
        while True:
            word = serving.frames.about(number, owed >= _CREDIT)
            if word is not None:
                if "stop" in word:
                    return {}
                owed -= word["taken"]
                continue
            try:
                part = next(source)
            except StopIteration as end:
                return {} if end.value is None else end.value
            given, told, pieces = _take_parts({"part": part}, serving.part_packs)
            text = _dump(given).encode("ascii")
            _bound(text, *pieces)
            owed += len(text) + sum(map(len, pieces))
            _send(number, {"part": True, "parts": told}, *pieces, text)
    finally:
        try:
            source.close()
        except Exception:
            # It has an outcome already.
            pass


# The shortest time between two words about progress, in seconds.
_PROGRESS = 0.1


def _progress(number: int) -> Callable[[float], None]:
    """What a function calls to tell how much is done, from 0 to 1."""
    told = -_PROGRESS

    def progress(done: float) -> None:
        nonlocal told
        now = time.monotonic()
        if 0 <= done <= 1 and now - told >= _PROGRESS:
            told = now
            _send(number, {"progress": float(done)})

    return progress


def _answer_batch(serving: _Serving, call: Schema, body: bytes) -> Tuple[Any, ...]:
    """The frame that answers several calls together: the problems of some in the head, and the results of the others in the body."""
    found, reading = serving.found, serving.found.reading
    try:
        inputs: List[Any] = []
        at = 0
        for size in call["sizes"]:
            inputs.append(_read_input(reading, call["mediaType"], body[at : at + size]))
            at += size
        assert found.run_batch is not None
        arguments = _arguments(reading, serving.loaded, call)
        if _takes_batch_size(found.run_batch):
            sizes = (found.told.get("batch") or {}).get("sizes", [])
            arguments.setdefault(_BATCH_SIZE, next((size for size in sizes if size >= len(inputs)), len(inputs)))
        results = found.run_batch(inputs, **arguments)
        if not isinstance(results, (list, tuple)) or len(results) != len(inputs):
            returned = len(results) if isinstance(results, (list, tuple)) else type(results).__name__
            raise Mistake(f"run_batch returned {returned} for {len(inputs)} inputs. Return a list with one result for each.")
        problems = [(i, _told_problem(one)) for i, one in enumerate(results) if isinstance(one, Problem)]
        good = [one for one in results if not isinstance(one, Problem)]
        # All at once, which takes a fifth of the time.
        good, told, parts = _take_parts(good, [((None, *path), pack) for path, pack in serving.packs])
        text = _dump(good).encode("ascii")
        _bound(text, *parts)
        return ({"problems": problems, "parts": told}, *parts, text)
    except _NotBytes as wrong:
        return ({"crash": str(wrong)},)
    except BaseException as error:
        _demand_device(error)
        return ({"failure": _failure(error)},)


@functools.lru_cache(maxsize=1)
def _takes_batch_size(run_batch: Callable[..., Any]) -> bool:
    return _BATCH_SIZE in inspect.signature(run_batch).parameters


def _demand_device(error: Optional[BaseException]) -> None:
    """Ends the process after an error of CUDA: all that it computes on the device later would fail, too. Its calls run again in another."""
    while error is not None:
        text = str(error)
        is_lost = type(error).__name__ == "AcceleratorError" or text.startswith("CUDA error")
        if is_lost and isinstance(error, RuntimeError) and "out of memory" not in text:
            told = _failure(error)
            print(f"The process ends, because its device fails: {told['name']}\n{told['trace']}", file=sys.stderr)
            _flush()
            os._exit(1)
        error = error.__cause__


def _arguments(reading: _Reading, loaded: Mapping[str, Any], call: Schema) -> Dict[str, Any]:
    """What the function gets besides the input."""
    arguments: Dict[str, Any] = dict.fromkeys(reading.optional)
    arguments.update(_changed(call["parameters"], reading.parameter_loads))
    offered = {**loaded, "media_type": call["mediaType"], "output_type": call["outputType"]}
    if "progress" in reading.takes:
        offered["progress"] = _progress(call["id"])
    arguments.update((name, offered[name]) for name in reading.takes)
    return arguments


def _bound(*parts: bytes) -> None:
    if sum(map(len, parts)) > _MOST_RESULT:
        raise Mistake(f"The result is larger than its limit of {_MOST_RESULT // MiB} MiB.")


def _told_problem(problem: Problem) -> Schema:
    detail = None if problem.detail is None else str(problem.detail)
    return {"code": str(problem.code), "detail": detail, "members": _plain(problem.members)}


def _read_input(reading: _Reading, media_type: str, body: bytes) -> Any:
    kind = reading.forms[media_type]["kind"]
    if kind == "text":
        return body.decode("utf-8")
    if kind != "json":
        return body
    value = json.loads(body)
    load = reading.input_loads[media_type]
    return value if load is None else load(value)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            # The author has closed it.
            pass


def _main() -> None:
    # As for `python FILE`, the folder of a link is the one that it leads to.
    command, script = sys.argv[1], Path(sys.argv[2]).resolve()
    name = sys.argv[3] if len(sys.argv) > 3 else None
    sys.argv[:] = [str(script)]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    if command == "describe":
        _describe(script)
    elif command == "sources":
        files, missing, complete = _local_sources(script)
        _send(0, {"sources": [*files, *missing], "complete": complete})
    elif command == "identify":
        _identify(script)
    else:
        _serve(script, name)
    _flush()
    # Threads of the author do not keep the process alive.
    os._exit(0)


if os.environ.get(_HIDES_MESSAGES):
    _hide_messages()
