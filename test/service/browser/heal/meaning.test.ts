import {describe, expect, it} from 'vitest';
import {agrees, decideHeal, type HealOptions} from '../../../../service/browser/heal/decide.ts';
import {fingerprintOf} from '../../../../service/browser/heal/fingerprint.ts';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import type {Look, LookElement} from '../../../../service/browser/page/look.ts';
import {recordedLooks} from '../../../helpers/looks.ts';

const shop = flatten(recordedLooks().find(({text}) => text === 'Place the order')!.raw);
const box = shop.elements.find(element => element.role === 'checkbox' && element.id !== null)!;
const options: HealOptions = {use: 'action', hit: async () => 'itself', refused: [], locatorOf: () => null};

/** The look in which one element is called differently. */
const withElement = (change: Partial<LookElement>): Look => ({
	...shop,
	elements: shop.elements.map(one => (one.index === box.index ? {...one, ...change} : one)),
});
const decided = (was: string, now: string) =>
	decideHeal(
		fingerprintOf(withElement({name: was, text: was}), box.index),
		withElement({name: now, text: now}),
		options,
	);

describe('a control that keeps its id and is called', () => {
	it.each([
		['Weekly digest', 'Pause all notifications', 'says something else'],
		['I agree to the terms', 'Send me the newsletter', 'says something else'],
		['Remind me next week', 'Remind me next year', 'another one of its kind'],
		['Send a daily report', 'Send a monthly report', 'another one of its kind'],
		['Save the address', 'Delete the address', 'does more harm (delet)'],
	])('%s, then %s, is not the same one: it %s', async (was, now, why) => {
		const decision = await decided(was, now);
		expect(decision).toHaveProperty('reason');
		expect(decision).toMatchObject({
			nearest: [{name: now, why}, ...('nearest' in decision ? decision.nearest.slice(1) : [])],
		});
		const found = withElement({name: now, text: now});
		expect(agrees(fingerprintOf(withElement({name: was, text: was}), box.index), found, box.index)).toBe(false);
	});

	it.each([
		['I agree to the terms', 'Ich stimme den Bedingungen zu'],
		['Customer number', 'Customer ID'],
		['Last name', 'Family name'],
		['Mentions', 'When someone mentions me'],
		['Monthly report', 'Report every month'],
	])('%s, then %s, is the same one', async (was, now) => {
		expect(await decided(was, now)).toMatchObject({index: box.index});
	});

	it('an icon whose title says the opposite is another one', () => {
		const icon = {name: '🔗', text: '🔗', title: 'Share the calendar'};
		const saved = fingerprintOf(withElement(icon), box.index);
		expect(agrees(saved, withElement(icon), box.index)).toBe(true);
		expect(agrees(saved, withElement({...icon, title: 'Stop sharing the calendar'}), box.index)).toBe(false);
	});
});
