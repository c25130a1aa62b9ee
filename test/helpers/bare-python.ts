import {mkdirSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {PythonInterpreter} from '../../service/runners/find-python.ts';

/**
 * An interpreter without any package, whatever the machine has installed: a virtual environment made by hand in
 * `folder`. Returns its path.
 */
export function makeBarePython(folder: string, base: PythonInterpreter): string {
	const python = join(folder, 'bin', 'python');
	const home = realpathSync(base.executable);
	mkdirSync(dirname(python), {recursive: true});
	symlinkSync(home, python);
	writeFileSync(join(folder, 'pyvenv.cfg'), `home = ${dirname(home)}\ninclude-system-site-packages = false\n`);
	return python;
}
