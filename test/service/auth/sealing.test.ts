import {expect, it} from 'vitest';
import {createSealing} from '../../../service/auth/sealing.ts';
import {hideSealed} from '../../../service/domain/sealed-text.ts';

const key = new Uint8Array(32).fill(1);
const sealing = createSealing(key);

it('gives a secret back in JSON with its own type, in an address encoded, and as it is elsewhere', () => {
	const [text, number] = [sealing.seal('a "b"/ü'), sealing.seal(4821)];
	const json = JSON.stringify({text, number, within: `Bearer ${text}`});
	expect(json).not.toContain('4821');
	expect(JSON.parse(sealing.openJson(json))).toEqual({text: 'a "b"/ü', number: 4821, within: 'Bearer a "b"/ü'});
	expect(sealing.openUrl(`http://h/t/${text}?n=${number}`)).toBe('http://h/t/a%20%22b%22%2F%C3%BC?n=4821');
	expect(sealing.openText(`Bearer ${text}`)).toBe('Bearer a "b"/ü');
});

it('seals equal secrets alike, also after a restart, and different ones differently', () => {
	expect(createSealing(key).seal('s1')).toBe(sealing.seal('s1'));
	expect(sealing.seal('s2')).not.toBe(sealing.seal('s1'));
	expect(sealing.seal('1')).not.toBe(sealing.seal(1));
});

it('stands in a path and a query as it is', () => {
	const sealed = sealing.seal('x'.repeat(60));
	expect(encodeURIComponent(sealed)).toBe(sealed);
	expect(new URL(`http://h/a/${sealed}?q=${sealed}`).href).toBe(`http://h/a/${sealed}?q=${sealed}`);
});

it('leaves alone what it did not seal, and what another key has', () => {
	const foreign = createSealing(new Uint8Array(32).fill(2)).seal('s1');
	for (const text of ['~~sealed.~~', '~~sealed.AAAA~~', foreign]) {
		expect(sealing.openText(text)).toBe(text);
		expect(sealing.openJson(`"${text}"`)).toBe(`"${text}"`);
	}
});

it('is hidden from people whole, also where its end was cut', () => {
	const sealed = sealing.seal('s1');
	expect(hideSealed(`a ${sealed} b ${sealed.slice(0, 20)}`)).toBe('a ••• b •••');
});
