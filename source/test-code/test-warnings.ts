import {codeWarnings} from './code-warnings.ts';
import {codeLint, type CodeFinding, findingText, type LintedCode} from './lint-code.ts';

/** What the author of a test should look at before running it. */
export type CodeReader = (job: LintedCode) => Promise<{findings: CodeFinding[]; warnings: string[]; isRead: boolean}>;

/**
 * Reads tests by Python's syntax tree where one of the interpreters answers, and by their text: a literal credential,
 * nothing checked, a test function that nobody calls.
 */
export function codeReader(candidates: ReadonlyArray<string | undefined>): CodeReader {
	const lint = codeLint(candidates);
	return async job => {
		const findings = await lint(job);
		const warnings = codeWarnings(job.code);
		// What Python says of the syntax is right, and what the text seems to say may not be.
		return findings === null
			? {findings: [], warnings, isRead: false}
			: {findings, warnings: warnings.filter(warning => !/Python will not run this test$/.test(warning)), isRead: true};
	};
}

/** Both as lines, what Python cannot read first. */
export const linesOf = ({
	findings,
	warnings,
}: {
	findings: readonly CodeFinding[];
	warnings: readonly string[];
}): string[] => [...findings.map(findingText), ...warnings];
