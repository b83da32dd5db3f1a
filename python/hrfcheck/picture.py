"""Pictures of executions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True)
class Picture:
    """A picture in SVG, which notebooks show by themselves."""

    svg: str

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg
