import {excerpt} from '../excerpt.ts';
import {normaliseError} from '../signature.ts';
import type {BrowserRule} from './browser-rule.ts';

/** "Uncaught page error or console error new against the last passing run." */
export const browserConsole: BrowserRule = ({browser, step}) => {
	const known = new Set(
		(browser.lastPassed ?? []).flatMap(({console}) => console.map(({text}) => normaliseError(text))),
	);
	const fresh = step.console.find(
		({level, text}) => level === 'error' && !isOfRequest(text) && !known.has(normaliseError(text)),
	);
	// Without a pass to compare with, only what no script has caught counts.
	if (!fresh || (browser.lastPassed === null && !/uncaught|unhandled/i.test(fresh.text))) return null;
	const place = fresh.at ? ` at ${fresh.at}` : '';
	const since = browser.lastPassed === null ? '' : '; the last passing run did not have it';
	return {
		cause: `The page reported "${excerpt(fresh.text, 160)}"${place} in step ${step.index}${since}.`,
		fix: {kind: 'code', reference: fresh.at, rationale: 'Code of the page: the script that threw.'},
		call: null,
	};
};

/** The browser's own words for a request that failed: the request itself says more. */
const isOfRequest = (text: string) => /^Failed to load resource/i.test(text);
