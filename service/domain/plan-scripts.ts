import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {Script, ScriptStep} from '../../contract/script.ts';

/** What the code of a plan says besides its script. */
type ShownPlan = {name: string; targetUrl: string; steps: string[]};

/** What the rest of the service knows of scripts without knowing what stands in them. */
export type PlanScripts = {
	/** There is a browser now. */
	isReady(): boolean;
	/** A script as code that people read, with the steps of the plan that it does not reach. */
	exportCode(script: Script, plan: ShownPlan): string;
	/** Tells whether an entry of a script came from this very step. */
	textHash(step: PlanFileStep): string;
};

/**
 * A script after a change of its plan: entries of steps that are still there move along, in their order; the others are
 * read anew by the next run. Null: no entry is left.
 */
export function realign(
	script: Script,
	hashes: readonly string[],
	planStepsHash: string,
	codeVersion: number,
): Script | null {
	const open = [...script.steps];
	const steps = hashes.flatMap((hash, place): ScriptStep[] => {
		const at = open.findIndex(({textHash}) => textHash === hash);
		const [entry] = at === -1 ? [] : open.splice(at, 1);
		return entry ? [{...entry, stepIndex: place + 1}] : [];
	});
	return steps.length === 0 ? null : {...script, steps, planStepsHash, codeVersion};
}

/**
 * What stands in place of the code of a plan before its first pass: a file of Playwright that names the steps and says
 * of itself that it is not written, so that nobody takes it for a test that passes.
 */
export const draftOfPlan = ({name, steps}: Pick<ShownPlan, 'name' | 'steps'>): string =>
	[
		"import {test} from '@playwright/test';",
		'',
		'// The script of this plan is written when the plan passes for the first time. Its steps:',
		`test.fixme(${JSON.stringify(name)}, async () => {`,
		...steps.map((step, place) => `\t// ${place + 1}. ${step.replace(/\s+/g, ' ')}`),
		'});',
		'',
	].join('\n');
