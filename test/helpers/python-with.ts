import {execFile} from 'node:child_process';
import {realpathSync} from 'node:fs';
import {promisify} from 'node:util';
import {findPython, type PythonInterpreter} from '../../service/runners/find-python.ts';

const execute = promisify(execFile);

/**
 * Every Python of this machine that can import the modules: the one named in SVC_TEST_PYTHON, the first `python3` of the
 * path and the system's. Rejects with the command that installs the modules when there is none, so that no test is
 * skipped without a word.
 */
export async function pythonsWith(...modules: string[]): Promise<PythonInterpreter[]> {
	const env = {...process.env, SVC_PYTHON: process.env['SVC_TEST_PYTHON']};
	const {findings} = await findPython({env, dataDir: '/nonexistent', all: true});
	const interpreters = findings.flatMap(({interpreter}) => interpreter ?? []);
	const distinct = interpreters.filter(
		({executable}, index) =>
			index === interpreters.findIndex(other => realpathSync(other.executable) === realpathSync(executable)),
	);
	const able = await Promise.all(distinct.map(async python => ((await canImport(python, modules)) ? [python] : [])));
	const found = able.flat();
	if (found.length > 0) return found;
	const packages = modules.map(name => `python3-${name}`).join(' ');
	throw new Error(`No Python of this machine can import ${modules.join(' and ')}. Run: apt-get install -y ${packages}`);
}

/** The first of them. */
export async function pythonWith(...modules: string[]): Promise<PythonInterpreter> {
	return (await pythonsWith(...modules))[0]!;
}

async function canImport({executable}: PythonInterpreter, modules: string[]): Promise<boolean> {
	try {
		await execute(executable, ['-I', '-c', modules.map(name => `import ${name}`).join('\n')]);
		return true;
	} catch {
		return false;
	}
}
