import {execFileSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import type {PythonInterpreter} from '../../service/runners/find-python.ts';

const makeWheel = `
import sys, zipfile
folder, package, module = sys.argv[1:]
with zipfile.ZipFile("%s/%s-9.9-py3-none-any.whl" % (folder, package), "w") as wheel:
    wheel.writestr(module + "/__init__.py", "__version__ = '9.9'\\n")
    info = package + "-9.9.dist-info/"
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: %s\\nVersion: 9.9\\n" % package)
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

/** Packages that pip can install from `folder` without a network, each with its one module; returns the folder. */
export function makeWheels(folder: string, python: PythonInterpreter, modules: Record<string, string>): string {
	mkdirSync(folder);
	for (const [name, module] of Object.entries(modules)) {
		execFileSync(python.executable, ['-c', makeWheel, folder, name, module]);
	}
	return folder;
}
