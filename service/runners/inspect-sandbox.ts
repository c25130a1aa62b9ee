import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {RuntimeFinding, SandboxMode, TargetPolicy} from '../../contract/service-process.ts';
import type {PythonInterpreter} from './find-python.ts';
import {pythonDirectory} from './python-parent.ts';
import {hasOwnNetwork, sandboxLevel, sandboxOf, sandboxProblem} from './sandbox.ts';

const patienceMs = 10_000;

/**
 * What tests would be kept away by on this machine, for doctor. The interpreter is asked, because it is the one that
 * calls the kernel. A level of `none` is told, not blamed, unless `strict` was asked for.
 */
export async function inspectSandbox(
	{sandbox: mode, policy}: {sandbox: SandboxMode; policy: TargetPolicy},
	python: PythonInterpreter | null,
	env: Readonly<Record<string, string | undefined>>,
): Promise<RuntimeFinding> {
	// Where its socket would lie says nothing here.
	const sandbox = sandboxOf(mode, [], env, hasOwnNetwork(mode, policy) ? 'gate' : null);
	const level = sandboxLevel(sandbox, python === null ? 'none' : await levelOf(python));
	const problem = sandboxProblem(sandbox, level);
	if (problem !== null) return {name: 'Sandbox', status: 'warn', detail: problem};
	const open = level === 'none' || level === 'off';
	const detail = open ? `${level}: test code has every right of this user` : `${level} (${mode})`;
	return {name: 'Sandbox', status: 'ok', detail};
}

/** `landlock <version>` or `none`; an interpreter that cannot be asked has none. */
async function levelOf({executable}: PythonInterpreter): Promise<string> {
	try {
		const args = ['-I', '-B', join(pythonDirectory(), 'main.py'), '--sandbox-level'];
		const {stdout} = await promisify(execFile)(executable, args, {timeout: patienceMs, env: {}});
		return stdout.trim();
	} catch {
		return 'none';
	}
}
