import type {Rendered} from '../output/text/index.ts';
import type {OutputMode} from '../credentials/config-file.ts';
import {createNotes, type Notes} from '../output/notes.ts';
import {createStatusLines, createTicker, noProgress, type Progress} from '../output/progress.ts';
import type {System} from './system.ts';

/** stdout for results, stderr for everything else; how a broken pipe and the ticker are dealt with. */
export type Channels = {
	notes: Notes;
	progressFor(output: OutputMode): Progress;
	/** The text form of a result, coloured when stdout is a terminal. */
	render(result: Rendered): Promise<string>;
	/** Resolves when the text has left the process, or nobody reads it any more. */
	writeResult(text: string): Promise<void>;
	writeError(text: string): void;
	/** Called once, when stdout turns out to have no reader. */
	onBrokenPipe(listener: () => void): void;
	isPipeBroken(): boolean;
};

export function createChannels({stdout, stderr, clock, every, env}: System): Channels {
	let isPipeBroken = false;
	const listeners: (() => void)[] = [];
	let ticker: ReturnType<typeof createTicker> | undefined;

	stdout.on('error', error => {
		if (error.code !== 'EPIPE' || isPipeBroken) return;
		isPipeBroken = true;
		for (const listener of listeners) listener();
	});
	// "EPIPE on stderr: ignored": a command does its work whether somebody reads its notes or not.
	stderr.on('error', () => undefined);

	const writeNote = (text: string) => {
		ticker?.interrupt();
		stderr.write(text);
	};
	const notes = createNotes(writeNote);

	return {
		notes,
		progressFor(output) {
			if (output === 'json') return noProgress;
			if (!stderr.isTTY) return createStatusLines(notes);
			ticker = createTicker({
				write: text => stderr.write(text),
				now: clock.now,
				// A terminal that does not tell its width says 0.
				columns: () => stderr.columns || 80,
				every,
			});
			return ticker;
		},
		async render(result) {
			const [{renderText}, {lookFor}] = await Promise.all([
				import('../output/text/index.ts'),
				import('../output/look.ts'),
			]);
			const look = lookFor(stdout, env);
			if (!look.isTerminal || !stdout.columns) return renderText(result, look);
			let isCut = false;
			const onCut = () => {
				isCut = true;
			};
			const text = await renderText(result, {...look, columns: stdout.columns, onCut});
			if (isCut) notes.say('info', 'cut to the width of the terminal (…); a pipe or --output json shows the whole');
			return text;
		},
		writeResult: text =>
			text === ''
				? Promise.resolve()
				: new Promise((resolve, reject) =>
						stdout.write(text, error => {
							const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
							if (error && code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') reject(error);
							else resolve();
						}),
					),
		writeError: writeNote,
		onBrokenPipe(listener) {
			listeners.push(listener);
		},
		isPipeBroken: () => isPipeBroken,
	};
}
