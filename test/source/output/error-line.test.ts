import {expect, it} from 'vitest';
import {errorLine} from '../../../source/output/text/run.ts';

const of = (error: string, status = 'failed') => errorLine({status, error}, 10);

it.each([
	['a reason that fits is whole', '0123456789', '0123456789'],
	['a longer one is cut where one sees it', '0123456789a', '012345678…'],
	['only its first line counts', 'short\nand more', 'short'],
	['characters are not halved', '👩'.repeat(11), `${'👩'.repeat(9)}…`],
])('%s', (_, error, line) => {
	expect(of(error)).toBe(line);
});

it('a run that did not fail has none', () => {
	expect(of('whatever', 'passed')).toBeUndefined();
});

it('without a length it is whole', () => {
	expect(errorLine({status: 'failed', error: 'x'.repeat(1000)})).toBe('x'.repeat(1000));
});
