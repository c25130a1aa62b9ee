import {maxPlanSteps} from '../../contract/plan-file.ts';

/** The project id a scaffold holds when none is known. */
export const placeholderProjectId = '<run: svc project list>';

/** The reason of a text that was generated from a template and not filled in. */
const unfilledReason = 'still holds {{…}}; nothing fills it in before the test runs';

export type PlanWarning = {field: string; reason: string};

const conditional = /\b(?:either|otherwise|unless|whether)\b|\bif\b[^.]*\bthen\b/i;
const unfilled = /\{\{.*?\}\}/s;

/**
 * What is allowed but probably not meant: "conditional wording in an assertion; `{{…}}` left in a text; no assertion at
 * all; placeholder project id". Looks at whatever has the right type, so that a plan with problems is warned about too.
 */
export function planWarnings(value: unknown): PlanWarning[] {
	const plan: Record<string, unknown> = Array.isArray(value) ? {planSteps: value} : isRecord(value) ? value : {};
	const steps = Array.isArray(plan['planSteps'])
		? plan['planSteps'].slice(0, maxPlanSteps).map(step => (isRecord(step) ? step : {}))
		: [];
	const warnings: PlanWarning[] = [];
	if (typeof plan['projectId'] === 'string' && isPlaceholder(plan['projectId']))
		warnings.push({field: 'projectId', reason: 'is still the placeholder; put the id of your project here'});
	for (const key of ['name', 'description']) warnings.push(...unfilledIn(plan, key, key));
	for (const [index, step] of steps.entries()) {
		const at = `planSteps[${index}]`;
		const {type, description} = step;
		if (type === 'assertion' && typeof description === 'string' && conditional.test(description))
			warnings.push({
				field: `${at}.description`,
				reason: 'is conditional; an assertion that holds either way proves nothing: name the one outcome you expect',
			});
		for (const key of ['description', 'action', 'target', 'value', 'condition'])
			warnings.push(...unfilledIn(step, key, `${at}.${key}`));
	}
	if (steps.length > 0 && !steps.some(step => step['type'] === 'assertion'))
		warnings.push({field: 'planSteps', reason: 'holds no assertion; the test would pass whatever the page shows'});
	return warnings;
}

/** Only the texts that still hold `{{…}}`. */
export const unfilledTexts = (value: unknown): PlanWarning[] =>
	planWarnings(value).filter(({reason}) => reason === unfilledReason);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isPlaceholder = (id: string) => /^<.*>$/.test(id.trim());

function unfilledIn(object: Record<string, unknown>, key: string, field: string): PlanWarning[] {
	const text = object[key];
	if (typeof text !== 'string' || !unfilled.test(text)) return [];
	return [{field, reason: unfilledReason}];
}
