import {join} from 'node:path';
import process from 'node:process';
import {copyText} from './clipboard.ts';
import {type ExitEvents, type ExitSignal, FullScreen} from './full-screen.ts';
import {Keyboard, type KeySource} from './keyboard.ts';
import {bellSequence, notifySequence, passThrough, titleSequence} from './osc.ts';
import {Painter, type PaintTarget} from './painter.ts';
import {graphicsOf} from './picture/graphics.ts';
import {editorCommand, openInBrowser, pagerCommand, runInTerminal, withPrivateFile} from './run-program.ts';
import type {EditEnd, TerminalEffects} from './terminal-effects.ts';

type Options = {
	stdin: KeySource;
	stdout: PaintTarget & {fd?: number};
	env: Record<string, string | undefined>;
	/** Directory of the user's own files, `~/.svc`. */
	home: string;
	exitEvents: ExitEvents;
	mouse: boolean;
	/** The line that is left in the normal buffer. */
	summary(): string;
	onSignal(signal: ExitSignal): void;
	/** The user wants to leave. */
	onQuit(): void;
};

/** Everything the dashboard does with the terminal besides drawing. */
type TerminalHost = TerminalEffects & {
	painter: Painter;
	keyboard: Keyboard;
	open(): void;
	/** Leaves the terminal as it was found. */
	close(): void;
	/** Window title; written only when it changes. */
	setTitle(title: string): void;
	/** Bell, and a notification where the terminal has one. */
	notify(text: string): void;
};

/** A process that is asked to stop has stopped after so many milliseconds; its clocks go on when it does. */
const stopsWithin = 200;

export function createTerminalHost(options: Options): TerminalHost {
	const {stdin, stdout, env, home, exitEvents, mouse, summary, onSignal, onQuit} = options;
	const painter = new Painter(stdout, graphicsOf(env));
	const keyboard = new Keyboard(stdin);
	const fullScreen = new FullScreen({
		output: stdout,
		exitEvents,
		mouse,
		summary,
		onSignal,
		// Ink draws a last frame when the process exits.
		onAbruptEnd: () => painter.close(),
	});
	const request = (sequence: string) => stdout.write(passThrough(sequence, env));
	let title = '';
	let isAway = false;
	let isClosed = false;

	function leaveScreen(): void {
		isAway = true;
		painter.hold();
		keyboard.release();
		fullScreen.hide();
	}

	function returnToScreen(): void {
		// A signal ended the dashboard while an editor had the terminal: there is no screen to come back to.
		if (isClosed) return;
		isAway = false;
		fullScreen.show();
		if (title) request(titleSequence(title));
		keyboard.take();
		painter.resume();
	}

	/** Runs another program in the terminal, and restores the screen whatever happens to it. */
	async function away<Result>(work: () => Promise<Result>): Promise<Result> {
		leaveScreen();
		try {
			return await work();
		} finally {
			returnToScreen();
		}
	}

	/** The shell continued the process: another program may have used the terminal meanwhile. */
	const onContinue = () => {
		leaveScreen();
		returnToScreen();
	};

	return {
		painter,
		keyboard,
		open() {
			keyboard.open();
			fullScreen.enter();
			exitEvents.on('SIGCONT', onContinue);
		},
		close() {
			isClosed = true;
			exitEvents.off('SIGCONT', onContinue);
			painter.close();
			keyboard.release();
			fullScreen.leave();
		},
		setTitle(next) {
			if (next === title) return;
			title = next;
			if (!isAway) request(titleSequence(next));
		},
		notify(text) {
			if (isAway) return;
			request(notifySequence(text));
			stdout.write(bellSequence);
		},
		copy: text => copyText(text, {env, write: sequence => stdout.write(sequence), file: join(home, 'copied.txt')}),
		edit: (name, content, save) =>
			withPrivateFile<EditEnd>(
				name,
				content,
				async (path, read) => {
					const end = await away(() => runInTerminal(editorCommand(env, process.platform), path, env));
					if ('error' in end) return {kind: 'failed', reason: end.error};
					// An editor that was told to give up ends with another code: its text does not count.
					if (end.code !== 0) return {kind: 'failed', reason: `it ended with code ${end.code}`};
					const changed = await read();
					if (changed === content) return {kind: 'unchanged'};
					try {
						await save(changed);
						return {kind: 'saved'};
					} catch (error) {
						return {kind: 'kept', path, error};
					}
				},
				({kind}) => kind === 'kept',
			),
		page: (name, content) =>
			withPrivateFile(name, content, path => away(() => runInTerminal(pagerCommand(env, process.platform), path, env))),
		// No desktop, no browser: the address is on the screen and can be copied.
		browse: url => openInBrowser(url, process.platform),
		redraw: () => painter.repaint(),
		suspend(onStay) {
			leaveScreen();
			process.kill(process.pid, 'SIGTSTP');
			// Where no shell waits (`ssh -t host svc`, a tmux window of its own), the system drops the signal.
			setTimeout(() => {
				if (!isAway || isClosed) return;
				returnToScreen();
				onStay();
			}, stopsWithin);
		},
		quit: onQuit,
	};
}
