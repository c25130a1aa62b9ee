import {durationText} from '../excerpt.ts';
import {environment} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

const moreMs = 2000;
const times = 3;

/** "Slow": the step against the last passing run (> 3 × and > 2 s), with the request it waited for. */
export const browserSlow: BrowserRule = ({step, earlier}) => {
	const [now, before] = [step.durationMs, earlier?.durationMs ?? null];
	if (now === null || before === null || now <= before * times || now - before <= moreMs) return null;
	const longest = step.requests.toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0))[0];
	const waited =
		longest?.ms && longest.ms > moreMs ? `; ${longest.method} ${longest.url} took ${durationText(longest.ms)}` : '';
	return {
		cause: `Step ${step.index} took ${durationText(now)}, in the last passing run ${durationText(before)}${waited}.`,
		fix: environment(null, 'The site or the machine is slower than it was.'),
		call: null,
	};
};
