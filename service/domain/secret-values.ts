/** Every secret of what an execution is given: those that are named, its credential, and its headers with and without scheme. */
export function secretValues({
	secrets,
	auth,
}: {
	secrets: readonly string[];
	auth: {credential: string; headers: Record<string, string>};
}): string[] {
	const headerValues = Object.values(auth.headers);
	// `Bearer abc`: a test may print the token without its scheme.
	const withoutScheme = headerValues.map(value => value.replace(/^[A-Za-z-]+ +/, ''));
	return [...new Set([...secrets, auth.credential, ...headerValues, ...withoutScheme].filter(Boolean))];
}
