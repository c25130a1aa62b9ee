import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {readStep} from '../../../source/plan-language/read-step.ts';

const guide = readFileSync(new URL('../../../docs/frontend.md', import.meta.url), 'utf8');

/** The sentences in the tables below a heading. */
const examples = (heading: string) =>
	[...(guide.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| .+ \| (.+) \|$/gm)].flatMap(
		([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, sentence]) => sentence!),
	);

describe('the guide to steps', () => {
	it.each([
		['Actions', 'action'],
		['Assertions', 'assertion'],
		['Which one', 'action'],
	] as const)('shows only sentences that can be read: %s', (heading, type) => {
		const sentences = examples(heading);
		expect(sentences.length).toBeGreaterThan(6);
		const refused = sentences.filter(description => !('readings' in readStep({type, description})));
		expect(refused).toEqual([]);
	});

	it('shows a step that is refused as one', () => {
		expect(guide).toContain('`Enter a valid username` needs a value');
		expect(readStep({type: 'action', description: 'Enter a valid username'})).toMatchObject({
			refusal: {reason: 'needs_value'},
		});
	});
});
