import {spawn} from 'node:child_process';

type Environment = Record<string, string | undefined>;
type Command = readonly [program: string, ...args: string[]];

/** Time that a program gets to take the text, in ms: one that hangs has not copied anything. */
const patience = 2000;

/**
 * Programs that put their input on a clipboard and say by their exit code whether they did, the first that works is enough:
 * tmux's own buffer (`-w` hands it on to the terminal outside, since tmux 3.2), else that of the desktop. Over ssh the
 * desktop is another machine's.
 */
export function clipboardPrograms(env: Environment, platform: NodeJS.Platform): readonly Command[] {
	if (env['TMUX'])
		return [
			['tmux', 'load-buffer', '-w', '-'],
			['tmux', 'load-buffer', '-'],
		];
	// A window of screen may be looked at from anywhere.
	if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['STY']) return [];
	if (platform === 'darwin') return [['pbcopy']];
	if (platform === 'win32') return [['clip']];
	return [
		...(env['WAYLAND_DISPLAY'] ? [['wl-copy'] as const] : []),
		...(env['DISPLAY'] ? [['xclip', '-selection', 'clipboard'] as const, ['xsel', '-ib'] as const] : []),
	];
}

/** Gives a text to the first of the programs that takes it. Resolves with whether one did. */
export async function giveToProgram(text: string, programs: readonly Command[], env: Environment): Promise<boolean> {
	for (const program of programs) if (await hasTaken(text, program, env)) return true;
	return false;
}

function hasTaken(text: string, [program, ...args]: Command, env: Environment): Promise<boolean> {
	return new Promise(resolve => {
		// What it prints must not reach the screen; one that stays to serve the clipboard is not waited for.
		const child = spawn(program, args, {env, stdio: ['pipe', 'ignore', 'ignore'], timeout: patience});
		child.once('error', () => resolve(false));
		child.once('exit', code => resolve(code === 0));
		// It may end without reading: its exit code says the rest.
		child.stdin.on('error', () => undefined);
		child.stdin.end(text);
	});
}
