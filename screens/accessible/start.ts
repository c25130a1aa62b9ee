import {setMaxListeners} from 'node:events';
import {createInterface} from 'node:readline';
import {createDashboard, placeState, runInFlight} from '../../source/stores/create-dashboard.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {maySend} from '../../source/stores/session.ts';
import {placeKey, type Start} from '../../source/stores/screen.ts';
import type {StoreContext} from '../../source/stores/store-context.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type ExitEvents, type ExitSignal, exitSignals} from '../../source/terminal/full-screen.ts';
import {errorLine} from '../action.ts';
import {whoWords} from '../keys/permitted.ts';
import {closingLine} from '../run-words.ts';
import {screenOf, screens} from '../registry.ts';
import {changeWords, commonChoices, endWords} from '../reader.ts';

type Options = {
	context: Omit<StoreContext, 'ended'>;
	start: Start;
	profile: string;
	endpoint: string;
	stdin: NodeJS.ReadableStream;
	stdout: {write(text: string): unknown};
	exitEvents: ExitEvents;
};

/**
 * The dashboard for screen readers and braille lines: plain lines that are only ever added, and numbers to choose by.
 * Nothing moves, nothing is drawn over, and no colour is needed.
 */
export async function startAccessible(options: Options): Promise<{exitCode: number; hint?: string}> {
	const {stdin, stdout, exitEvents} = options;
	const say = (lines: readonly string[]) => stdout.write(lines.map(line => `${line}\n`).join(''));
	const ended = new AbortController();
	setMaxListeners(0, ended.signal);
	let exitCode = 0;
	const quit = (code = 0) => {
		exitCode = code;
		ended.abort();
	};
	const dashboard = createDashboard(
		{...options.context, ended: ended.signal},
		{...options, screens, size: {columns: 80, rows: 24}, onBatchEnd: batch => say([endWords(batch)])},
	);
	const listeners = (Object.keys(exitSignals) as ExitSignal[]).map(signal => {
		const listener = () => quit(exitSignals[signal]);
		exitEvents.on(signal, listener);
		return () => exitEvents.off(signal, listener);
	});
	tellChanges(dashboard, say);
	const account = dashboard.session.loadAccount();
	dashboard.live.start();
	const input = createInterface({input: stdin, terminal: false});
	try {
		await account;
		const who = whoWords(dashboard.session.store.getState());
		if (who !== null) say([cleanLine(who)]);
		await converse(dashboard, {say, lines: input[Symbol.asyncIterator](), quit, ended: ended.signal});
	} finally {
		ended.abort();
		input.close();
		for (const stop of listeners) stop();
	}
	say([cleanLine(closingLine(dashboard))]);
	const runId = runInFlight(dashboard);
	return runId === null ? {exitCode} : {exitCode, hint: `still running: svc test wait ${runId}`};
}

/** Reads out what a run does, and messages, as they come. */
function tellChanges({batches, ui}: Dashboard, say: (lines: readonly string[]) => void): void {
	batches.store.subscribe(({batch}, before) => {
		if (batch && before.batch?.batchId === batch.batchId) say(changeWords(before.batch.members, batch.members));
	});
	ui.store.subscribe(({toast}, before) => {
		if (toast && toast !== before.toast) say([cleanLine(toast.text)]);
	});
}

type Talk = {
	say(lines: readonly string[]): void;
	lines: AsyncIterator<string>;
	quit(): void;
	ended: AbortSignal;
};

async function converse(dashboard: Dashboard, {say, lines, quit, ended}: Talk): Promise<void> {
	const stopped = new Promise<'ended'>(resolve => {
		ended.addEventListener('abort', () => resolve('ended'), {once: true});
	});
	let from = 0;
	let place = '';
	while (!ended.aborted) {
		if ((await Promise.race([loaded(dashboard), stopped])) === 'ended') return;
		const shown = currentPlace(dashboard.navigation.store.getState());
		const here = placeKey(shown);
		if (here !== place) from = 0;
		place = here;
		const turnTo = (next: number) => {
			from = next;
		};
		const screen = screenOf(shown);
		const page = await screen.loadPage();
		const {lines: text, choices: own} = page({dashboard, from, turnTo, say});
		const choices = [...own, ...commonChoices(dashboard, quit, screen.depth === 0)].filter(({needs}) =>
			maySend(dashboard.session.store.getState(), needs),
		);
		const {error} = placeState(dashboard);
		const problem = error === null ? [] : [`This is not up to date. ${cleanLine(errorLine(error))}`];
		say([
			...problem,
			...text,
			...choices.map(({label}, index) => `${index + 1}. ${label}`),
			'Type a number and Enter:',
		]);
		const answer = await Promise.race([lines.next(), stopped]);
		if (answer === 'ended') return;
		if (answer.done) {
			quit();
			return;
		}
		const choice = choices[Number(answer.value.trim()) - 1];
		if (!choice) {
			say([`There is no choice "${cleanLine(answer.value.trim())}". The last one is ${choices.length}.`]);
			continue;
		}
		try {
			await choice.do();
		} catch (error) {
			if (!ended.aborted) say([cleanLine(errorLine(error))]);
		}
	}
}

/** Waits until the shown place has something to read out, or its reading failed. */
function loaded(dashboard: Dashboard): Promise<void> {
	return new Promise(resolve => {
		const sources = screenOf(currentPlace(dashboard.navigation.store.getState())).sources(dashboard);
		const stops: Array<() => void> = [];
		const check = () => {
			const {isLoaded, error} = placeState(dashboard);
			if (!isLoaded && error === null) return;
			for (const stop of stops) stop();
			resolve();
		};
		for (const source of sources) stops.push(source.subscribe(check));
		check();
	});
}
