import {durationText, excerpt} from '../excerpt.ts';
import type {BrowserRule} from './browser-rule.ts';
import type {StepFacts} from '../browser-facts.ts';

type Request = StepFacts['requests'][number];

/**
 * "Failed request (≥ 500, or 4xx on fetch/XHR) within the failing step", or within the one before it, whose effect an
 * assertion looks for. One that failed alike in the last passing run explains nothing.
 */
export const browserRequest: BrowserRule = ({browser, step, earlier}) => {
	const before = step.type === 'assertion' ? browser.steps.find(({index}) => index === step.index - 1) : undefined;
	for (const one of [step, before]) {
		const failed = one?.requests.find(request => isFailure(request) && !isUsual(request, earlier));
		if (!one || !failed) continue;
		const path = pathOf(failed.url);
		const what =
			failed.status === null ? `got no answer (${excerpt(failed.error ?? 'failed', 80)})` : `answered ${failed.status}`;
		const took = failed.ms === null ? '' : ` in ${durationText(failed.ms)}`;
		const where = one === step ? `in step ${step.index}` : `right after step ${one.index}`;
		return {
			cause: `${failed.method} ${path} ${what}${took} ${where}.`,
			fix: {
				kind: 'code',
				reference: `${failed.method} ${path}`,
				rationale: 'The page needs this answer: look at the endpoint behind it first.',
			},
			call: null,
		};
	}
	return null;
};

const scripted = new Set(['fetch', 'xhr']);

function isFailure({status, initiator, error}: Request): boolean {
	if (status === null) return error !== null && scripted.has(initiator ?? '') && !/abort/i.test(error);
	return status >= 500 || (status >= 400 && scripted.has(initiator ?? ''));
}

const isUsual = (request: Request, earlier: StepFacts | null): boolean =>
	earlier?.requests.some(
		({method, url, status}) =>
			method === request.method && status === request.status && pathOf(url) === pathOf(request.url),
	) ?? false;

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);
