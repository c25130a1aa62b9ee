import type {FixTarget} from '../../../contract/result.ts';
import type {StepFailure} from '../../browser/frontend-job.ts';
import {nameList, excerpt} from '../excerpt.ts';
import {data, environment} from '../fix-target.ts';
import type {BrowserRule} from './rule.ts';

const alikeScore = 0.5;
const lostPlace = /; there is no (?:row|item|card|section|table|list|dialog) /;

/** "Element gone, nearest match ≥ 0.5": it was renamed, moved or replaced. */
export const browserGone: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'not_found' && failure.case !== 'hidden') return null;
	const [nearest] = failure.nearest.toSorted((a, b) => b.score - a.score);
	if (!nearest || nearest.score < alikeScore) return null;
	// Elements of other rows are no other names for what a lost row held.
	if (lostPlace.test(step.error ?? '')) return null;
	const target = failure.target ?? `what step ${step.index} means`;
	const why = nearest.why ? `: ${nearest.why}` : '';
	return {
		cause: `The ${target} is ${failure.case === 'hidden' ? 'hidden' : 'gone'}; nearest: ${nearest.role} "${nearest.name}" (${nearest.score.toFixed(2)})${why}.`,
		fix: {
			kind: 'selector',
			reference: `planSteps[${step.index - 1}]`,
			rationale: `When "${nearest.name}" is the same thing under a new name, change the step; else the page has lost it.`,
		},
		call: null,
	};
};

/** "Element gone, no match": its row or section is gone too, or the page has nothing like it. */
export const browserMissing: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'not_found' && failure.case !== 'hidden') return null;
	const target = failure.target ?? `what step ${step.index} means`;
	const place = placeOf(failure);
	const scope = /\bin (?:the )?(row|item|card|section|table|list|dialog)\b.*/is.exec(target);
	if (failure.case === 'hidden')
		return {
			cause: `The ${target} is there and hidden on ${place}.`,
			fix: {kind: 'code', reference: failure.url, rationale: 'Code of the page: what should have shown it did not.'},
			call: null,
		};
	if (scope)
		return {
			cause: `Nothing on ${place} is the ${target}: there is no such ${scope[1]!.toLowerCase()} any more.`,
			fix: data(null, 'A step before it, or another test, makes the record that this step works on.'),
			call: null,
		};
	return {
		cause: `Nothing on ${place} resembles the ${target}.`,
		fix: {
			kind: 'selector',
			reference: `planSteps[${step.index - 1}]`,
			rationale: 'Either the page before it is not the one that was meant, or the page has lost it.',
		},
		call: null,
	};
};

type Kind = NonNullable<StepFailure['coveredBy']>['kind'];

/** "Covered by an overlay": what covers it, and whether that is a banner, a modal, a spinner or something else. */
export const browserCovered: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'covered' || !failure.coveredBy) return null;
	const {name, kind} = failure.coveredBy;
	const words: Record<Kind, string> = {
		consent: `the consent banner "${name}"`,
		modal: `the dialog "${name}", which a step before has left open`,
		spinner: `"${name}", which still turned when the time was over`,
		other: `"${name}"`,
	};
	return {
		cause: `The ${failure.target ?? `element of step ${step.index}`} is covered by ${words[kind]}.`,
		fix: fixes[kind](failure.url),
		call: null,
	};
};

const code =
	(rationale: string) =>
	(url: string): FixTarget => ({kind: 'code', reference: url, rationale});
const fixes: Record<Kind, (url: string) => FixTarget> = {
	consent: () =>
		environment(
			'consent',
			'Have it closed: svc project update <project-id> --consent reject, or accept. Or add a step that closes it.',
		),
	modal: code('Close the dialog in a step of its own, or find out why the page does not.'),
	spinner: () => environment(null, 'What the page waits for is slow or never comes: look at its requests.'),
	other: code('Code of the page: the element cannot be reached by anybody.'),
};

/** "Disabled": which required fields of its form are empty or invalid. */
export const browserDisabled: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'disabled' && failure.case !== 'not_editable') return null;
	const target = failure.target ?? `element of step ${step.index}`;
	const state = failure.case === 'disabled' ? 'disabled' : 'read-only';
	const fields = failure.invalidFields.map(({name, message}) => (message ? `${name} (${message})` : name));
	return {
		cause: `The ${target} is ${state}${fields.length === 0 ? '' : `; not filled in rightly: ${nameList(fields)}`}.`,
		fix:
			fields.length === 0
				? {kind: 'code', reference: failure.url, rationale: 'No field of its form says why; look at what enables it.'}
				: data(`planSteps[${step.index - 1}]`, 'Fill these fields in steps before it.'),
		call: null,
	};
};

/** A click on what is no control, which nothing on the page hears of. */
export const browserUnheard: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'no_effect') return null;
	return {
		cause: `The ${failure.target ?? `element of step ${step.index}`} is no control, and nothing on the page hears of a click on it.`,
		fix: {
			kind: 'selector',
			reference: `planSteps[${step.index - 1}]`,
			rationale:
				'Name the control that does it. When the page is to react to this very click, it has lost its listener.',
		},
		call: null,
	};
};

/** A page by its heading, or else its title: an empty heading is what some pages have around a picture. */
function placeOf({heading, title, url}: StepFailure): string {
	const called = [heading, title].find(text => text?.trim());
	return called ? `"${called.trim()}" (${url})` : url;
}

/** What an assertion looks for is nowhere on the page, and nothing else explains it: where it looked, and what the step before noted. */
export const browserAbsent: BrowserRule = ({step, failure, browser}) => {
	if (failure.case !== 'assertion' || failure.expected === null || failure.actual !== null) return null;
	const place = placeOf(failure);
	const before = browser.steps.find(({index}) => index === step.index - 1);
	const noted = before?.note ? `; in step ${before.index} ${excerpt(before.note, 200)}` : '';
	const reference = `planSteps[${(noted && before ? before.index : step.index) - 1}]`;
	return {
		cause: `Nothing on ${place} is as step ${step.index} expects: ${excerpt(failure.expected, 80)}${noted}.`,
		fix:
			browser.lastPassed === null
				? data(reference, 'Look at the picture of the step before: did it do what the plan means?')
				: {kind: 'code', reference: failure.url, rationale: 'The last passing run had it on the page.'},
		call: null,
	};
};
