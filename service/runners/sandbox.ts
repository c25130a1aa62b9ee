import type {SandboxMode} from '../../source/contract/service-process.ts';
import {findOnPath} from '../../source/process/executable.ts';

/** How the Python runtime keeps tests away from what is not theirs. */
export type Sandbox = {
	mode: SandboxMode;
	/** Path of `bwrap`; null where it is not to be used. */
	bwrap: string | null;
	/** Folders that tests must not see, e.g. the service's data directory. */
	hidden: readonly string[];
};

/**
 * The sandbox of a mode. `strict` also puts the runtime into namespaces with bubblewrap, where it is installed; the
 * tests' own renunciation of rights (Landlock) is made inside.
 */
export function sandboxOf(
	mode: SandboxMode,
	hidden: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): Sandbox {
	return {mode, hidden, bwrap: mode === 'strict' ? (findOnPath(['bwrap'], env) ?? null) : null};
}

/**
 * What is in force, in words: `landlock 7`, `landlock 7 and bubblewrap`, `none`, `off`.
 *
 * @param level what the runtime says it can do: `landlock <version>` or `none`
 */
export function sandboxLevel({mode, bwrap}: Pick<Sandbox, 'mode' | 'bwrap'>, level: string): string {
	if (mode === 'off') return 'off';
	if (bwrap === null) return level;
	return level === 'none' ? 'bubblewrap' : `${level} and bubblewrap`;
}

/** Why a level is not what a mode asks for, with the next step; null when it is. */
export function sandboxProblem(mode: SandboxMode, level: string): string | null {
	return mode === 'strict' && level === 'none'
		? 'the sandbox is set to strict, and this system has none (Linux 5.13 or newer with Landlock, or bubblewrap); install bubblewrap, or start the service with --sandbox auto'
		: null;
}

/**
 * The command inside bubblewrap: the file system is read-only except the scratch folder, hidden folders are empty but
 * for what is named `readable`, and processes live in a namespace of their own. The network stays as it is: tests call it.
 */
export function sandboxed(
	command: readonly string[],
	{bwrap, hidden}: Pick<Sandbox, 'bwrap' | 'hidden'>,
	folders: {scratchDir: string; readable: readonly string[]},
): string[] {
	if (bwrap === null) return [...command];
	return [
		bwrap,
		'--die-with-parent',
		'--unshare-pid',
		'--unshare-ipc',
		...['--ro-bind', '/', '/'],
		...['--dev', '/dev'],
		...['--proc', '/proc'],
		...['--tmpfs', '/tmp'],
		...hidden.flatMap(folder => ['--tmpfs', folder]),
		// The runtime and its environment may lie below a hidden folder.
		...folders.readable.flatMap(folder => ['--ro-bind', folder, folder]),
		...['--bind', folders.scratchDir, folders.scratchDir],
		'--',
		...command,
	];
}
