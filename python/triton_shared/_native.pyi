# Typed surface of the native module: compile, load, launch. The C++ side lives in python/src.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The native half of triton_shared.

Road of a kernel through this module::

    lowered = lower(ttir_text, start="ttir", stop="obj")      # compile
    kernel = load(lowered.output, lowered.metadata["name"],
                  arena_bytes=lowered.metadata["arena_bytes"])  # bytes -> callable code
    launcher = Launcher(signature, names)                       # one per kernel
    launcher(gx, gy, gz, stream, kernel, packed_metadata, launch_metadata,
             enter_hook, exit_hook, *all_args)                  # run the grid
"""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Final

_Signature = str | tuple["_Signature", ...]

VERSION: Final[str]
LLVM_VERSION: Final[str]

#: Names of the stops, in the order of the road. A text stop is read and printed as
#: text; "obj" is the only binary one.
STOPS: Final[tuple[str, ...]]

class Diagnostic:
    """One message of the compiler with the place in the source that it is about."""

    @property
    def severity(self) -> str:
        """ "error", "warning", "remark" or "note"."""
    @property
    def message(self) -> str: ...
    @property
    def location(self) -> str:
        """The location as MLIR prints it: `file:line:col`, or "" if unknown."""
    @property
    def notes(self) -> list[Diagnostic]: ...

class CompileError(RuntimeError):
    """A kernel did not compile; str() names file:line:col, op and reason."""

    diagnostics: list[Diagnostic]
    phase: str
    """Name of the phase that failed ("parse", "triton-to-structured", ...)."""

class Target:
    """A CPU to make code for."""

    def __init__(self, cpu: str = "", features: str = "", triple: str = "") -> None:
        """Empty strings mean the host's.

        `features` is LLVM's form, "+avx2,-avx512f": applied on top of the CPU's own.
        Raises ValueError for a triple or CPU that LLVM does not know.
        """
    @staticmethod
    def host() -> Target: ...
    @property
    def triple(self) -> str: ...
    @property
    def cpu(self) -> str: ...
    @property
    def features(self) -> str: ...
    @property
    def key(self) -> str:
        """Text for cache keys: covers triple, CPU, features and LLVM's version."""
    @property
    def lacking(self) -> list[str]:
        """Features that code for this target may use and the host does not have (the triple
        where that differs); empty if the code can run in this process."""
    def has_feature(self, name: str) -> bool: ...

class Lowered:
    """What lower() returns."""

    @property
    def output(self) -> Any:
        """The kernel at the (last) stop asked for: bytes for "obj", else str."""
    @property
    def outputs(self) -> dict[str, Any]:
        """Every stop asked for, by name."""
    @property
    def metadata(self) -> dict[str, Any]:
        """ "name" (str, the only public function), "arena_bytes" (int, scratch per
        thread); what is not known at the stop is left out."""
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Warnings and remarks."""

def lower(
    text: str | bytes,
    *,
    start: str = "ttir",
    stop: str | Sequence[str] = "obj",
    target: Target | None = None,
    opt_level: int = 3,
    fp_fusion: bool = True,
    dump_dir: str = "",
    dump_name: str = "",
    locations: bool = True,
    options: dict[str, str] | None = None,
) -> Lowered:
    """Take `text` from stop `start` to stop `stop` (a name, or several names at once).

    Runs without the GIL; may be called from several threads at once.
    `target`: None means the host. `opt_level`: 0 (plain) to 3.
    `fp_fusion`: let a*b+c become one fused operation (Triton's enable_fp_fusion).
    `dump_dir`: if not empty, the IR after each phase is written there as
    `<dump_name or kernel>/<NN>-<phase>.mlir`.
    `locations`: print `loc(...)` in MLIR text (needed to go on from the text with
    located errors).
    `options`: pipeline options by name, see `pipeline_options()`.
    Raises CompileError; ValueError for unknown stops or options.
    """

def pipeline_options() -> dict[str, str]:
    """Name -> description of what `options` of lower() may hold."""

# --- loading -------------------------------------------------------------------------

class Kernel:
    """Loaded code of one kernel. The code is unloaded with the last reference."""

    @property
    def name(self) -> str: ...
    @property
    def address(self) -> int: ...
    @property
    def arena_bytes(self) -> int: ...
    @property
    def waits(self) -> bool:
        """May its programs wait for one another?"""

    @property
    def waits_by_lock(self) -> bool:
        """Do those that wait for the same lock have numbers that follow each other?"""

    @property
    def code_bytes(self) -> int: ...

def vector_math_path() -> str:
    """Where the vector math library is that kernels may call; empty where there is none."""

#: What kernels as shared libraries tell who launches them (KernelLibrary.h): the version of
#: the description, and how an argument is passed where that is not by a number of bytes.
KERNEL_LIBRARY_VERSION: Final[int]
CONSTANT_ARGUMENT: Final[int]
POINTER_ARGUMENT: Final[int]
WIDENED_ARGUMENT: Final[int]

def load(obj: bytes, name: str, *, arena_bytes: int = 0) -> Kernel:
    """Link object code into this process. Raises LoadError (unresolved symbols named)."""

class LoadError(RuntimeError): ...

# --- launching -----------------------------------------------------------------------

class KernelAssertionError(RuntimeError):
    """A tt.assert failed in a kernel."""

    message: str
    file: str
    line: int
    function: str
    program_id: tuple[int, int, int]

class ExplainedCall:
    """`function`, whose exceptions are raised as `explain(error, args, kwargs)` returns
    them. A call that succeeds costs a few nanoseconds more.
    """

    __wrapped__: Callable[..., Any]

    def __init__(
        self,
        function: Callable[..., Any],
        explain: Callable[[Exception, tuple[Any, ...], dict[str, Any]], Exception],
    ) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

class LaunchMethod:
    """In the place of `JITFunction.run`, the `original`: a launch of a kind that Triton
    has answered before runs without Python.

    `drivers`: the dict that holds the active driver as "_active"; launches are looked at
    when its type is `driver_type` and the kernel's `kernel_type`. `fixed_type`: a type whose
    objects do not change, so that as constexprs they can be told apart by identity.
    `parameters(kernel)`: (name, is constexpr) or (name, is constexpr, default) of each
    parameter, or None to leave all launches of the kernel to the original.
    `observe(kernel)`: called before a launch that the original does; (watches, lists), or
    None not to remember that one. `learn(kernel, compiled)`: called after it, if the
    watches hold; None, or (launcher, function, watches, lists). Such launches then run by
    launcher and function, as long as each watch of both, (dict, key, value) or (dict,
    key), finds that value or none, and the lists are empty.
    """

    def __init__(
        self,
        original: Callable[..., Any],
        *,
        kernel_type: type,
        drivers: dict[str, Any],
        driver_type: type,
        fixed_type: type,
        parameters: Callable[[Any], Sequence[tuple[Any, ...]] | None],
        observe: Callable[[Any], tuple[list[Any], list[Any]] | None],
        learn: Callable[[Any, Any], tuple[Any, ...] | None],
    ) -> None: ...
    def __call__(self, kernel: Any, /, *args: Any, **kwargs: Any) -> Any: ...

class LaunchSubscript:
    """In the place of `JITFunction.__getitem__`: what `kernel[grid]` calls."""

    def __init__(self, method: LaunchMethod) -> None: ...
    def __call__(self, kernel: Any, grid: Any, /) -> Callable[..., Any]: ...

class Launcher:
    """Callable that runs one kernel signature; build it once per compiled kernel.

    `signature`: Triton's type of each argument in order: "*fp32", "i32", "u64", "fp16",
    "constexpr" (skipped), "tensordesc<fp32[64, 64]>", or a tuple of those for a tuple
    argument. `names`: the arguments' names, for messages.

    A tensordesc takes these slots, in this order: base pointer; shape (rank x i64);
    strides (rank x i64); padding-is-nan (i1); round_f32_to_tf32 (i1); and then what the
    frontend itself appended as arguments: shape (rank x i32), strides (rank x i64).
    `desc_flags` = 1 leaves out round_f32_to_tf32 (Triton 3.6).
    """

    def __init__(
        self,
        signature: Sequence[_Signature],
        names: Sequence[str] = (),
        *,
        kernel_name: str = "kernel",
        desc_flags: int = 2,
    ) -> None: ...
    def __call__(
        self,
        grid_x: int,
        grid_y: int,
        grid_z: int,
        stream: Any,
        function: Kernel,
        packed_metadata: Any,
        launch_metadata: Any,
        enter_hook: Any,
        exit_hook: Any,
        /,
        *args: Any,
    ) -> None:
        """TypeError/ValueError/OverflowError name the argument that is wrong."""

def set_num_threads(n: int | None) -> None:
    """Threads of a launch; None: as many as torch.get_num_threads() at each launch."""

def get_num_threads() -> int: ...
def set_huge_pages(ask: bool | None) -> None:
    """Ask for huge pages for large fresh results: always, never, or as long as that saves time."""

def set_cores_apart(apart: bool | None) -> None:
    """Whether the threads' cores share no cache; None: what is measured."""

def thread_info() -> dict[str, Any]:
    """How launches run: "num_threads" of the next one, "workers" started so far,
    "affinity" (CPUs this process may use), "arena_bytes" held, and "cores_apart": whether the
    threads' cores share no cache, as measured while kernels with locks ran."""

def release_arenas() -> None:
    """Give back this thread's scratch memory."""

def opt_main(argv: list[bytes]) -> int:
    """`triton-shared-opt` with these words, its own name first; the exit status. Once a process."""

def lsp_server_main(argv: list[bytes]) -> int:
    """`triton-shared-lsp-server`, likewise."""

# --- MLIR surface: re-exported under upstream's names by triton_shared.mlir ---------------

class Context:
    """mlir.ir.Context with all upstream dialects and ours loaded on demand."""

    allow_unregistered_dialects: bool
    def __init__(self) -> None: ...
    def __enter__(self) -> Context: ...
    def __exit__(self, *exc: object) -> None: ...
    @property
    def dialects(self) -> list[str]: ...

class Location:
    """mlir.ir.Location."""

    @staticmethod
    def unknown(context: Context | None = None) -> Location: ...
    @staticmethod
    def file(filename: str, line: int, col: int, context: Context | None = None) -> Location: ...
    @staticmethod
    def name(
        name: str, child: Location | None = None, context: Context | None = None
    ) -> Location: ...
    @property
    def context(self) -> Context: ...

class _Printable:
    """What Operation and Module share; it has no class of its own at run time."""

    def get_asm(
        self,
        *,
        enable_debug_info: bool = False,
        print_generic_op_form: bool = False,
        use_local_scope: bool = False,
        assume_verified: bool = False,
    ) -> str: ...
    def print(
        self,
        file: Any = None,
        *,
        enable_debug_info: bool = False,
        print_generic_op_form: bool = False,
        use_local_scope: bool = False,
        assume_verified: bool = False,
    ) -> None:
        """To `file`, an object with write(str), or to the standard output."""
    def get_bytecode(self) -> bytes: ...
    def write_bytecode(self, file: Any) -> None: ...

class Operation(_Printable):
    """mlir.ir.Operation, read only: enough to walk and inspect a module."""

    @property
    def name(self) -> str: ...
    @property
    def location(self) -> Location: ...
    @property
    def attributes(self) -> dict[str, str]: ...
    @property
    def operand_types(self) -> list[str]: ...
    @property
    def result_types(self) -> list[str]: ...
    def walk(self, callback: Callable[[Operation], object]) -> None: ...
    def verify(self) -> bool:
        """True, or MLIRError."""

class Module(_Printable):
    """mlir.ir.Module."""

    @staticmethod
    def parse(source: str | bytes, context: Context | None = None) -> Module:
        """Text or bytecode."""
    @staticmethod
    def parseFile(  # noqa: N802 (upstream's name)
        path: str | bytes | PathLike[str], context: Context | None = None
    ) -> Module:
        """A file with text or bytecode; its name stands in locations and errors."""
    @staticmethod
    def create(loc: Location | None = None) -> Module: ...
    @property
    def context(self) -> Context: ...
    @property
    def operation(self) -> Operation: ...
    def clone(self) -> Module: ...

class MLIRError(Exception):
    """mlir.ir.MLIRError."""

    message: str
    error_diagnostics: list[Diagnostic]

class PassManager:
    """mlir.passmanager.PassManager over our and all upstream passes."""

    def __init__(self, anchor_op: str = "any", context: Context | None = None) -> None: ...
    @staticmethod
    def parse(pipeline: str, context: Context | None = None) -> PassManager: ...
    def add(self, pipeline: str) -> None: ...
    def run(self, operation: Module | Operation) -> None: ...
    def enable_verifier(self, enable: bool) -> None: ...
    def enable_ir_printing(
        self,
        print_before_all: bool = False,
        print_after_all: bool = True,
        print_module_scope: bool = False,
        print_after_change: bool = False,
        print_after_failure: bool = False,
        large_elements_limit: int | None = None,
        large_resource_limit: int | None = None,
        enable_debug_info: bool = False,
        print_generic_op_form: bool = False,
        tree_printing_dir_path: str | None = None,
    ) -> None: ...
