import XMLBuilder from 'fast-xml-builder';
import {countOutcomes} from '../../contract/outcome-counts.ts';
import {cleanupCounts, firstLine, refusalText, type Report, type ReportCase} from './report.ts';

type Element = Record<string, unknown>;

const seconds = (ms: number | null) => ((ms ?? 0) / 1000).toFixed(3);

/**
 * The report as JUnit XML: one suite, one case per run. passed: no child · failed: `failure` · blocked, cancelled,
 * time-out, poll error: `error` · deferred, conflict, unknown: `skipped`. All counts, and
 * what became of the records that the runs made, are properties of the suite: JUnit has no word for blocked.
 */
export function junitXml(report: Report, suiteName: string): string {
	const outcomes = report.cases.map(outcomeOf);
	const totals: Element = {
		'@name': legal(suiteName),
		'@tests': report.cases.length,
		'@failures': outcomes.filter(outcome => 'failure' in outcome).length,
		'@errors': outcomes.filter(outcome => 'error' in outcome).length,
	};
	const time = seconds(report.durationMs);
	const suite: Element = {
		...totals,
		'@skipped': outcomes.filter(outcome => 'skipped' in outcome).length,
		'@time': time,
		'@timestamp': report.startedAt,
		properties: {
			property: [
				...propertiesOf('counts', countOutcomes(report.cases)),
				...(report.cleanup ? propertiesOf('cleanup', cleanupCounts(report.cleanup)) : []),
			],
		},
		testcase: report.cases.map((test, index) => ({
			// Of a run that nobody has seen yet the project is not known; readers group by a name that is not empty.
			'@classname': legal(test.projectId || suiteName),
			'@name': legal(test.name),
			'@time': seconds(test.durationMs),
			...outcomes[index],
			'system-out': legal(
				[
					test.runId && `run: ${test.runId}`,
					test.dashboardUrl,
					...(test.warnings ?? []).map(message => `warning: ${message}`),
					...(test.steps ?? []),
				]
					.filter(Boolean)
					.join('\n'),
			),
		})),
		...(report.refusal ? {'system-err': legal(`${report.refusal.code}: ${refusalText(report.refusal)}`)} : {}),
	};
	const builder = new XMLBuilder({
		attributeNamePrefix: '@',
		ignoreAttributes: false,
		format: true,
		suppressEmptyNode: true,
		processEntities: true,
	});
	return builder.build({
		'?xml': {'@version': '1.0', '@encoding': 'UTF-8'},
		testsuites: {...totals, '@time': time, testsuite: suite},
	});
}

const propertiesOf = (of: string, counts: Record<string, string | number>): Element[] =>
	Object.entries(counts).map(([name, value]) => ({'@name': `${of}.${name}`, '@value': String(value)}));

function outcomeOf({status, failureKind, error, trace}: ReportCase): Element {
	if (status === 'passed') return {};
	if (status === 'skipped') return {skipped: error ? {'@message': legal(firstLine(error))} : ''};
	const body = [error, trace].filter(Boolean).join('\n\n');
	const child = (type: string) => ({'@type': legal(type), '@message': legal(firstLine(error)), '#text': legal(body)});
	if (status === 'failed') return {failure: child(failureKind ?? 'unknown')};
	return {error: child(status.replace(/^error:/, ''))};
}

/** Characters that XML 1.0 cannot hold in any form are dropped. */
const legal = (text: string) => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
