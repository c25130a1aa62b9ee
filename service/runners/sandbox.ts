/** A stronger sandbox around the Python runtime, for operators who ask for it and have bubblewrap. */
export type Sandbox = {
	/** Path of `bwrap`. */
	bwrap: string;
	/** Folders that tests must not see, e.g. the service's data directory. */
	hidden: readonly string[];
};

/**
 * The command inside the sandbox: the file system is read-only except the scratch folder, hidden folders are empty but
 * for what is named `readable`, and processes live in a namespace of their own. The network stays as it is: tests call it.
 */
export function sandboxed(
	command: readonly string[],
	sandbox: Sandbox | null,
	folders: {scratchDir: string; readable: readonly string[]},
): string[] {
	if (sandbox === null) return [...command];
	return [
		sandbox.bwrap,
		'--die-with-parent',
		'--unshare-pid',
		'--unshare-ipc',
		...['--ro-bind', '/', '/'],
		...['--dev', '/dev'],
		...['--proc', '/proc'],
		...['--tmpfs', '/tmp'],
		...sandbox.hidden.flatMap(folder => ['--tmpfs', folder]),
		// The runtime and its environment may lie below a hidden folder.
		...folders.readable.flatMap(folder => ['--ro-bind', folder, folder]),
		...['--bind', folders.scratchDir, folders.scratchDir],
		'--',
		...command,
	];
}
