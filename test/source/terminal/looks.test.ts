import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {glyphSets, toneOf} from '../../../source/terminal/glyphs.ts';
import {pickTheme, type ThemeName, themeNames, themes} from '../../../source/terminal/themes.ts';

describe('looks', () => {
	it('know the same roles in every theme', () => {
		const roles = Object.keys(themes.ansi).sort();
		for (const name of themeNames) expect(Object.keys(themes[name]).sort(), name).toEqual(roles);
	});

	it.each<[ThemeName, Record<string, string>, ThemeName]>([
		['dark', {}, 'dark'],
		['dark', {NO_COLOR: '1'}, 'none'],
		['dark', {NO_COLOR: ''}, 'dark'],
	])('%s with %j is %s', (name, env, picked) => {
		expect(pickTheme(name, env)).toBe(themes[picked]);
	});

	it('without colour name none', () => {
		expect(JSON.stringify(themes.none)).not.toMatch(/color/i);
	});

	it('in ASCII draw nothing else', () => {
		expect(JSON.stringify(glyphSets.ascii)).toMatch(/^[\x20-\x7E]*$/);
	});

	it('draw every status glyph one cell wide, and no two alike within a set', () => {
		for (const {status, cursor, barDone, ellipsis} of Object.values(glyphSets)) {
			for (const glyph of [...Object.values(status), cursor, barDone, ellipsis]) expect(stringWidth(glyph)).toBe(1);
			expect(new Set(Object.values(status)).size).toBe(Object.keys(status).length);
		}
	});

	it.each([
		['Pass', 'passed'],
		['passed', 'passed'],
		['Pending', 'waiting'],
		['Blocked', 'blocked'],
		['Skipped', 'cancelled'],
		['something new', 'idle'],
	])('read the word %s as %s', (word, tone) => {
		expect(toneOf(word)).toBe(tone);
	});

	it('are measured right by the shortcut of the bundle', async () => {
		const plugins = new URL('../../../build/plugins.mjs', import.meta.url).href;
		const {narrowCharacters} = (await import(plugins)) as {narrowCharacters: string};
		const isNarrow = new RegExp(`^[${narrowCharacters}]$`);
		for (let code = 0x20; code < 0x1_0000; code++) {
			const character = String.fromCharCode(code);
			if (isNarrow.test(character)) expect(stringWidth(character), code.toString(16)).toBe(1);
		}
	});

	it.each([
		['dark', '#1a1b26'],
		['dark', '#000000'],
		['light', '#fafafc'],
		['light', '#ffffff'],
	] as const)('of the theme %s are readable on %s', (name, ground) => {
		for (const [role, {color, backgroundColor}] of Object.entries(themes[name]))
			if (color?.startsWith('#'))
				// What is quiet on purpose may be quieter, and is still told by its words.
				expect(contrast(color, backgroundColor ?? ground), `${role} ${color}`).toBeGreaterThan(
					['muted', 'waiting', 'cancelled', 'idle'].includes(role) ? 3 : 4.5,
				);
	});
});

/** Contrast of two colours as WCAG 2 counts it, 1 to 21. */
function contrast(one: string, other: string): number {
	const [a, b] = [luminance(one), luminance(other)];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
		const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
