import {expect, it} from 'vitest';
import {plainLook} from '../../../source/output/look.ts';
import {memberTable} from '../../../source/output/text/batch.ts';
import {sampleMember} from '../../helpers/wire-samples.ts';

const remedy = 'put what it uses into the test itself';
const error = `No module named 'helpers'; it is not in that Python, and a test is one file: ${remedy}`;
const failed = sampleMember({name: 'reads products', status: 'failed', error});
const waiting = sampleMember({
	testId: 'tst_2',
	name: 'reads one product',
	status: 'blocked',
	blockedBy: {variable: 'productId', reason: 'producer_failed', producer: null, didYouMean: null},
});

it.each([[60], [100], [200], [undefined]])('a table of %s columns cuts no error', columns => {
	const text = memberTable([failed, waiting], {...plainLook, ...(columns ? {columns} : {})});
	expect(text).toContain(remedy);
	expect(text).toContain('variable "productId" not available');
	expect(text.split(remedy)).toHaveLength(2);
});

it('says an error once that many tests have', () => {
	const members = ['a', 'b', 'c'].map(name => ({...failed, name}));
	expect(memberTable(members, {...plainLook, columns: 60})).toContain(`\n\na and 2 more: ${error}\n`);
});

it('says no error where the notes were not asked for', () => {
	expect(memberTable([failed], plainLook, {columns: ['test']})).not.toContain(remedy);
});
