import * as z from 'zod/mini';
import {type Svc, cleanText} from './svc.ts';

/** Where the shop answers something else than it was sent. */
const bug = 'POST /coupons';

const report = z.looseObject({
	endpoints: z.number(),
	tests: z.number(),
	run: z.looseObject({passed: z.number(), failed: z.number(), blocked: z.number()}),
	firstPassSeconds: z.nullable(z.number()),
	failures: z.array(z.looseObject({endpoint: z.string(), error: z.string(), rows: z.number()})),
	cleanup: z.looseObject({
		deleted: z.number(),
		orphaned: z.array(z.looseObject({label: z.string()})),
		orphanedTotal: z.number(),
	}),
});
type Report = z.infer<typeof report>;

/** What the first chapter has shown, in lines for people; false when it is not what is hidden in the shop. */
type FirstChapter = {isAsHidden: boolean; lines: string[]};

/** Tests out of the shop's own document: written, run and cleaned up after by one command, without a word by hand. */
export async function firstChapter(svc: Svc, shopUrl: string, keep: boolean): Promise<FirstChapter> {
	const args = ['try', `${shopUrl}/openapi.json`, '--rows', 'p0', '--name', 'Shop from its document'];
	// 1 is a verdict, not a breakdown: the run found something, as it should.
	return judgeFirst(await svc.json([...args, ...(keep ? ['--keep-project'] : [])], report, [1]));
}

/** The bug is found, nothing else is red, and of the records only those of the newsletter stay. Pure. */
function judgeFirst({endpoints, tests, run, firstPassSeconds, failures, cleanup}: Report): FirstChapter {
	const found = failures.find(({endpoint}) => endpoint === bug);
	const others = failures.filter(({endpoint}) => endpoint !== bug);
	const isOrphanKnown = cleanup.orphaned.some(({label}) => label.includes('newsletter'));
	const strangers = cleanup.orphanedTotal - (isOrphanKnown ? 1 : 0);
	const green = firstPassSeconds === null ? 'none green' : `the first green after ${firstPassSeconds} s`;
	const problems = [
		...(found ? [] : [`✗ missing the bug: no test of ${bug} failed`]),
		...(run.passed === 0 ? ['✗ unexpected: no test passed'] : []),
		...others.map(({endpoint, error}) => `✗ unexpected: ${cleanText(endpoint)}: ${cleanText(error)}`),
		...(isOrphanKnown ? [] : ['✗ missing the orphan: nothing of the newsletter was left behind']),
		...(strangers > 0 ? [`✗ unexpected: ${strangers} more records may be left behind`] : []),
	];
	return {
		isAsHidden: problems.length === 0,
		lines: [
			`✓ ${tests} tests written from the document of ${endpoints} endpoints: ` +
				`${run.passed} passed, ${run.failed} failed, ${run.blocked} blocked, ${green}`,
			...(found ? [`✓ found the bug: ${bug}: ${cleanText(found.error)}`] : []),
			...(isOrphanKnown ? ['✓ found the orphan: a subscription of the newsletter cannot be deleted'] : []),
			`✓ ${cleanup.deleted} records deleted`,
			...problems,
		],
	};
}
