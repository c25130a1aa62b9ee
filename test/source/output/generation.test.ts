import {expect, it} from 'vitest';
import {generationSamples} from '../../../contract/samples/generations.ts';
import {plainLook} from '../../../source/output/look.ts';
import {generation} from '../../../source/output/text/generation.ts';

it('names the tests that the gate has refused', () => {
	const ticket = generationSamples.generateTests({});
	const data = generationSamples.getGeneration({});
	const [item] = data.items;
	const rejection = {code: 'undeclared_variable', message: 'no test produces refresh_token'};
	const text = generation({...data, items: [{...item!, rejection}]}, plainLook, {ticket});
	expect(text).toContain(
		`Rejected: ${item!.title} (${item!.testId}): undeclared_variable: no test produces refresh_token\n`,
	);
});
