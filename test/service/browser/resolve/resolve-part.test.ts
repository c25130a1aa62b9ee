import {describe, expect, it} from 'vitest';
import type {Target} from '../../../../source/plan-language/reading.ts';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import type {HitTest, Look} from '../../../../service/browser/page/look.ts';
import {resolve} from '../../../../service/browser/resolve/resolve.ts';
import {resolvePart} from '../../../../service/browser/resolve/resolve-part.ts';
import {partsOfSteps} from '../../../fixtures/browser/parts.ts';
import {recordedLooks} from '../../../helpers/looks.ts';

const options = {testIdAttributes: ['data-testid'], expand: (text: string) => text};
const free: HitTest = async () => 'itself';
const target = (phrase: string, more: Partial<Target> = {}): Target => ({
	phrase,
	isQuoted: false,
	role: null,
	scopes: [],
	ordinal: null,
	...more,
});

const looks = recordedLooks();
const acting = looks.filter(
	({kind, text, part}) => ['act', 'download', 'tab'].includes(kind) && partsOfSteps[text]?.[part],
);

/** The element a step means, by its place; a text when it is refused. */
async function found(look: Look, text: string, part: number): Promise<number | string> {
	const read = partsOfSteps[text]![part]!;
	if (read.op === 'go') {
		const resolved = await resolve(target(read.names[0]!), 'go', look, options, free);
		return 'found' in resolved ? resolved.found : JSON.stringify(resolved);
	}
	const resolved = await resolvePart(read, look, options, free);
	return 'elements' in resolved ? resolved.elements[0]!.index : JSON.stringify(resolved.failed);
}

describe('the element of a step, on recorded pages of four sites', () => {
	it.each(acting.filter(one => one.truth !== null))(
		'$scenario $step.$part: $text',
		async ({raw, text, part, truth}) => {
			const look = flatten(raw);
			if (partsOfSteps[text]![part]!.op === 'press') return;
			expect(await found(look, text, part)).toBe(truth);
		},
	);

	it.each(looks.filter(({kind}) => kind === 'ambiguous'))(
		'refuses "$text" and says which there are',
		async ({raw, text}) => {
			const resolved = await resolvePart(partsOfSteps[text]![0]!, flatten(raw), options, free);
			expect(resolved).toMatchObject({failed: {ambiguous: expect.any(Array)}});
			if (!('failed' in resolved) || !('ambiguous' in resolved.failed)) return;
			const sentences = resolved.failed.ambiguous.map(({sentence}) => sentence);
			expect(new Set(sentences).size).toBe(sentences.length);
			expect(sentences.length).toBeGreaterThan(1);
		},
	);

	it('says what comes nearest to what is not there, and why it is not it', async () => {
		const {raw} = looks.find(({text}) => text === 'Click Edit for order A-1002')!;
		const row = {kind: 'row', conditions: [{column: null, text: 'A-9999'}]} as const;
		const resolved = await resolve(
			target('Edit', {scopes: [{...row, conditions: [...row.conditions]}]}),
			'click',
			flatten(raw),
			options,
			free,
		);
		expect(resolved).toMatchObject({missingScopes: ['row A-9999']});
		const none = await resolve(target('Exportt CSV'), 'click', flatten(raw), options, free);
		expect(none).toMatchObject({none: [{role: 'link', name: 'Export CSV', why: 'another name'}]});
	});
});
