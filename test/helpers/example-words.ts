/** The words of an example of the help, as a shell would take them: quotes group, a backslash goes on in the next line. */
export const exampleWords = (example: string): string[] =>
	[...example.replaceAll('\\\n', ' ').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
		([, double, single, bare]) => double ?? single ?? bare ?? '',
	);
