import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {figuresOf, operationsOf, type PairFigures, type PairTruth} from './pair-figures.ts';

const folder = new URL('../../fixtures/pairs/', import.meta.url);
const names = readdirSync(folder)
	.filter(file => file.endsWith('.truth.json'))
	.map(file => file.replace('.truth.json', ''));

const figures: PairFigures[] = names.map(name =>
	figuresOf(
		name,
		operationsOf(new URL(`${name}.json`, folder)),
		JSON.parse(readFileSync(new URL(`${name}.truth.json`, folder), 'utf8')) as PairTruth,
	),
);
const sum = (part: (one: PairFigures) => number) => figures.reduce((total, one) => total + part(one), 0);

describe('pairs of public documents', () => {
	it.each(figures)('of $name are right and complete', ({truth, found, wrong, missing}) => {
		const say = JSON.stringify({wrong, missing}, null, '\t');
		expect(wrong.length, say).toBeLessThanOrEqual(Math.floor(found * 0.03));
		expect(missing.length, say).toBeLessThanOrEqual(Math.floor(truth * 0.05));
	});

	it('have the handle where a reader finds it', () => {
		const wrong = figures.flatMap(({handles}) => handles.wrong);
		expect(sum(({handles}) => handles.right) / sum(({handles}) => handles.of), wrong.join('\n')).toBeGreaterThanOrEqual(
			0.95,
		);
	});

	it('are more than a plain path rule finds', () => {
		expect(sum(({truth, missing}) => truth - missing.length)).toBeGreaterThan(sum(({plain}) => plain.right));
	});
});
