import type {SandboxMode, TargetPolicy} from '../../contract/service-process.ts';
import {findOnPath} from '../../source/process/system-package.ts';
import {enumerated} from '../../contract/enumerated.ts';

/** How the Python runtime keeps tests away from what is not theirs. */
export type Sandbox = {
	mode: SandboxMode;
	/** Path of `bwrap`; null where it is not to be used. */
	bwrap: string | null;
	/** Folders that tests must not see, e.g. the service's data directory. */
	hidden: readonly string[];
	/** Socket file of the only way to the network, which then is a namespace of its own; null: the network is open. */
	gate: string | null;
};

/** Whether tests have no network but what the service lets through. */
export const hasOwnNetwork = (mode: SandboxMode, policy: TargetPolicy): boolean =>
	mode === 'strict' && policy === 'public';

/**
 * The sandbox of a mode. `strict` also puts the runtime into namespaces with bubblewrap, where it is installed; the
 * tests' own renunciation of rights (Landlock) is made inside.
 */
export function sandboxOf(
	mode: SandboxMode,
	hidden: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
	gate: string | null = null,
): Sandbox {
	const bwrap = mode === 'strict' ? (findOnPath(['bwrap'], env) ?? null) : null;
	return {mode, hidden, bwrap, gate};
}

/**
 * What is in force, in words: `landlock 7`, `landlock 7 and bubblewrap`, `none`, `off`; with a gate
 * `landlock 7, bubblewrap and a network of its own`.
 *
 * @param level what the runtime says it can do: `landlock <version>` or `none`
 */
export function sandboxLevel({mode, bwrap, gate}: Pick<Sandbox, 'mode' | 'bwrap' | 'gate'>, level: string): string {
	if (mode === 'off') return 'off';
	if (bwrap === null) return level;
	const parts = [
		...(level === 'none' ? [] : [level]),
		'bubblewrap',
		...(gate === null ? [] : ['a network of its own']),
	];
	return enumerated(parts);
}

/** Why a level is not what a mode asks for, with the next step; null when it is. */
export function sandboxProblem(
	{mode, bwrap, gate}: Pick<Sandbox, 'mode' | 'bwrap' | 'gate'>,
	level: string,
): string | null {
	if (gate !== null && bwrap === null)
		return 'the sandbox is set to strict and the target policy to public, which only bubblewrap holds programs of tests to; install bubblewrap, or start the service with --sandbox auto';
	return mode === 'strict' && level === 'none'
		? 'the sandbox is set to strict, and this system has none (Linux 5.13 or newer with Landlock, or bubblewrap); install bubblewrap, or start the service with --sandbox auto'
		: null;
}

/**
 * The command inside bubblewrap: the file system is read-only except the scratch folder, hidden folders are empty but
 * for what is named `readable`, and processes live in a namespace of their own. The network stays as it is, because tests
 * call it; with a gate there is none but what `gateway.py` lets through to it.
 */
export function sandboxed(
	command: readonly string[],
	{bwrap, hidden, gate}: Pick<Sandbox, 'bwrap' | 'hidden' | 'gate'>,
	folders: {scratchDir: string; readable: readonly string[]; gateway: readonly string[]},
): string[] {
	if (bwrap === null) return [...command];
	return [
		bwrap,
		'--die-with-parent',
		'--unshare-pid',
		'--unshare-ipc',
		...(gate === null ? [] : ['--unshare-net']),
		...['--ro-bind', '/', '/'],
		...['--dev', '/dev'],
		...['--proc', '/proc'],
		...['--tmpfs', '/tmp'],
		...hidden.flatMap(folder => ['--tmpfs', folder]),
		// The runtime and its environment may lie below a hidden folder.
		...folders.readable.flatMap(folder => ['--ro-bind', folder, folder]),
		...['--bind', folders.scratchDir, folders.scratchDir],
		...(gate === null ? [] : ['--bind', gate, gate]),
		'--',
		...(gate === null ? [] : [...folders.gateway, gate]),
		...command,
	];
}
