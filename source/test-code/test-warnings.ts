import {codeWarnings} from './code-warnings.ts';
import {codeLint, type CodeFinding, findingText, type LintedCode} from './lint-code.ts';

/** What the author of a test should look at before running it. */
type CodeReader = (job: LintedCode) => Promise<{findings: CodeFinding[]; warnings: string[]; isRead: boolean}>;

/**
 * Reads tests by Python's syntax tree where one of the interpreters answers, and by their text: a literal credential,
 * nothing checked, a test function that nobody calls.
 */
export function codeReader(candidates: ReadonlyArray<string | undefined>): CodeReader {
	const lint = codeLint(candidates);
	return async job => {
		const findings = await lint(job);
		const warnings = codeWarnings(job.code);
		if (findings === null) return {findings: [], warnings, isRead: false};
		// What Python says of the syntax is right, and what the text seems to say may not be. Of what Python cannot read
		// nobody can say what it does or checks; a credential in it is one all the same.
		const isUnreadable = findings.some(({isError}) => isError);
		const told = isUnreadable ? /the source contains/ : /(?<!Python will not run this test)$/;
		return {findings, warnings: warnings.filter(warning => told.test(warning)), isRead: true};
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
