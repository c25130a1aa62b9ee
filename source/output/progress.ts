import type {BatchId, DiscoveryId, GenerationId, RunId} from '../../contract/ids.ts';
import {cleanLine} from './clean.ts';
import type {Notes} from './notes.ts';

/** What a waiting command knows about one run, several runs or a batch. */
export type ProgressItem =
	/** `last`: text of the step that has ended last, where it is known. */
	| {kind: 'run'; runId: RunId; status: string; steps: {completed: number; last: string | null} | null}
	| {kind: 'discovery'; status: string; endpoints: number}
	/** Pages of a site, as they are read. */
	| {kind: 'site'; discoveryId: DiscoveryId; status: string; read: number; found: number; page: string | null}
	| {kind: 'generation'; generationId: GenerationId; status: string; done: number; total: number; rejected: number}
	| {kind: 'runs'; statuses: ReadonlyMap<string, string>; total: number; done: number}
	| {
			kind: 'batch';
			batchId: BatchId;
			status: string;
			wave: number;
			waves: number;
			done: number;
			total: number;
			running: number;
			blocked: number;
			/** Set while the batch is in its cleanup. */
			cleanup: {cleaned: number; captured: number} | null;
			/** The command tells every change in lines of its own. */
			isToldInLines?: boolean;
	  };

/** A look that does not wait for a change. */
export type ProgressNews = (signal: AbortSignal) => Promise<ProgressItem>;

/** The line that shows a wait going on. */
export type Progress = {
	/**
	 * @param news asked once a second where the line lives, until the next item: an answer that the service holds says
	 *   nothing meanwhile
	 */
	show(item: ProgressItem, news?: ProgressNews): void;
	/** Closes the line; nothing is shown after it. */
	end(): void;
};

export const noProgress: Progress = {show: () => undefined, end: () => undefined};

const elapsed = (ms: number) => `${Math.floor(ms / 1000)}s`;

/** `3 steps  Click the Save button`. */
function stepWords({completed, last}: {completed: number; last: string | null}): string[] {
	return [`${completed} steps`, ...(last === null ? [] : [cleanLine(last)])];
}

/** The ticker's line without time stamp and elapsed time. */
function describe(item: ProgressItem): string {
	if (item.kind === 'run')
		return [item.runId, item.status, ...(item.steps === null ? [] : stepWords(item.steps))].join('  ');
	if (item.kind === 'discovery') return `${item.status}  ${item.endpoints} endpoints`;
	if (item.kind === 'site') {
		const page = item.page === null ? '' : `  ${item.page}`;
		return `${item.discoveryId}  ${item.status}  ${item.read}/${item.found} pages${page}`;
	}
	if (item.kind === 'generation') {
		const rejected = item.rejected > 0 ? `  ${item.rejected} rejected` : '';
		return `${item.generationId}  ${item.status}  ${item.done}/${item.total} done${rejected}`;
	}
	if (item.kind === 'runs') return `${item.done}/${item.total} done`;
	const place = item.cleanup
		? `cleanup ${item.cleanup.cleaned}/${item.cleanup.captured}`
		: `wave ${item.wave}/${item.waves}`;
	const counts = `${item.done}/${item.total} done  ${item.running} running  ${item.blocked} blocked`;
	return `${item.batchId}  ${place}  ${counts}`;
}

/** "One line rewritten in place once per second; a newline closes it before any other stderr line." */
export function createTicker(options: {
	write(text: string): void;
	now(): number;
	/** Width of the terminal now: a line that wraps could not be rewritten in place. */
	columns(): number;
	/** Calls back every `ms`; returns the stop function. */
	every(ms: number, callback: () => void): () => void;
}): Progress & {interrupt(): void} {
	const startedAt = options.now();
	let current: ProgressItem | null = null;
	let drawn = '';
	let stop: (() => void) | null = null;
	let ended = false;
	let news: ProgressNews | null = null;
	let asked: AbortController | null = null;

	/** One question at a time; what comes after the next item, or fails, tells nothing. */
	const ask = async () => {
		if (!news || asked) return;
		const question = new AbortController();
		asked = question;
		try {
			const item = await news(question.signal);
			if (!question.signal.aborted) current = item;
		} catch {
			// The wait itself tells what is wrong.
		} finally {
			if (asked === question) asked = null;
		}
	};
	const forget = () => {
		news = null;
		asked?.abort();
		asked = null;
	};

	const draw = () => {
		if (!current) return;
		const now = options.now();
		const width = options.columns() - 1;
		const whole = cleanLine(`${new Date(now).toISOString()}  ${describe(current)}  ${elapsed(now - startedAt)}`);
		const line = whole.slice(0, width);
		// Blanks cover what a longer line before left behind; no escape sequence is needed.
		options.write(`\r${line.padEnd(drawn.length).slice(0, width)}`);
		drawn = line;
	};
	const interrupt = () => {
		if (drawn) options.write('\n');
		drawn = '';
	};
	return {
		show(item, nextNews) {
			if (ended) return;
			forget();
			current = item;
			news = nextNews ?? null;
			if (!stop) {
				draw();
				stop = options.every(1000, () => {
					draw();
					void ask();
				});
			}
		},
		interrupt,
		end() {
			if (current && drawn) draw();
			ended = true;
			forget();
			stop?.();
			interrupt();
		},
	};
}

/** Without a terminal: "one `[info]` line per status change". */
export function createStatusLines(notes: Notes): Progress {
	const seen = new Map<string, string>();
	const changed = (id: string, state: string) => {
		if (seen.get(id) === state) return false;
		seen.set(id, state);
		return true;
	};
	return {
		show(item) {
			if (item.kind === 'runs') {
				for (const [runId, status] of item.statuses)
					if (changed(runId, status)) notes.say('info', `${runId}  ${status}`);
			} else if (item.kind === 'run') {
				// Nothing is known of a run before the first answer: nothing to tell.
				if (item.status !== 'unknown' && changed(item.runId, item.status))
					notes.say('info', `${item.runId}  ${item.status}`);
			} else if (item.kind === 'generation') {
				if (changed(item.generationId, item.status)) notes.say('info', describe(item));
			} else if (item.kind === 'site') {
				if (changed(item.discoveryId, item.status)) notes.say('info', describe({...item, page: null}));
			} else if (item.kind === 'discovery' || item.isToldInLines) {
				return;
			} else if (changed(item.batchId, `${item.status} ${item.wave} ${item.done} ${item.cleanup ? 'cleanup' : ''}`)) {
				notes.say('info', describe(item));
			}
		},
		end: () => undefined,
	};
}
