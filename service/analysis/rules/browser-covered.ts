import type {FixTarget} from '../../../contract/result.ts';
import type {StepFailure} from '../../browser/frontend-job.ts';
import {environment} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

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
		environment('consent', 'svc project update --consent reject|accept closes it; or add a step that does.'),
	modal: code('Close the dialog in a step of its own, or find out why the page does not.'),
	spinner: () => environment(null, 'What the page waits for is slow or never comes: look at its requests.'),
	other: code('Code of the page: the element cannot be reached by anybody.'),
};
