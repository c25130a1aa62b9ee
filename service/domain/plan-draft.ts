import type {ShownPlan} from './plan-scripts.ts';

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
