import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {planOf, shop} from '../shop-plan.ts';

/** How a test calls its steps that look at something, when they have that title. */
function labelsOf(title: string): Set<string> {
	const found = new Set<string>();
	for (const {recipe} of planOf(shop()).rows) {
		if (recipe.kind !== 'endpoint') continue;
		const steps = recipe.steps.map(step => (step.role === 'verify' ? {...step, title} : step));
		const code = renderTest({...recipe, id: 'rcp_1', steps} as Recipe);
		for (const [, , label] of code.matchAll(/\bcall\(\s*(["'])((?:(?!\1).)*)\1, "/g)) found.add(label!);
	}
	found.delete('setup');
	return found;
}

test('a step is called by the beginning of its title, and no name in quotes is cut in two', () => {
	expect(labelsOf('restore before "move a file to the trash" is done')).toContain('restore before');
	expect(labelsOf('restore before "move it" is done')).toContain('restore before "move it" is done');
	expect(labelsOf('"move a file to the trash and empty it after"')).toContain(
		'"move a file to the trash and empty it a',
	);
});
