import {excerpt} from '../excerpt.ts';
import {normaliseError} from '../signature.ts';
import type {StepFacts} from '../browser-facts.ts';
import type {BrowserRule} from './browser-rule.ts';

/**
 * "Uncaught page error or console error new against the last passing run", in the failing step or in the one before it,
 * whose effect an assertion looks for.
 */
export const browserConsole: BrowserRule = ({browser, step}) => {
	const before = step.type === 'assertion' ? browser.steps.find(({index}) => index === step.index - 1) : undefined;
	const known = new Set(
		(browser.lastPassed ?? []).flatMap(({console}) => console.map(({text}) => normaliseError(text))),
	);
	const isFresh = ({level, text}: StepFacts['console'][number]) =>
		level === 'error' &&
		!isOfRequest(text) &&
		!known.has(normaliseError(text)) &&
		// Without a pass to compare with, only what no script has caught counts.
		(browser.lastPassed !== null || /uncaught|unhandled/i.test(text));
	const where = [step, before].find(one => one?.console.some(isFresh));
	const fresh = where?.console.find(isFresh);
	if (!where || !fresh) return null;
	const place = fresh.at ? ` at ${fresh.at}` : '';
	const since = browser.lastPassed === null ? '' : '; the last passing run did not have it';
	return {
		cause: `The page reported "${excerpt(fresh.text, 160)}"${place} in step ${where.index}${since}.`,
		fix: {kind: 'code', reference: fresh.at, rationale: 'Code of the page: the script that threw.'},
		call: null,
	};
};

/** The browser's own words for a request that failed: the request itself says more. */
const isOfRequest = (text: string) => /^Failed to load resource/i.test(text);
