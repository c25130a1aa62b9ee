/** Whether semver `version` comes before `other`. A pre-release comes before its release; unreadable text is not older. */
export function isOlderVersion(version: string, other: string): boolean {
	const [left, right] = [parse(version), parse(other)];
	if (left === null || right === null) return false;
	for (const [index, part] of left.numbers.entries()) {
		const difference = part - (right.numbers[index] ?? 0);
		if (difference !== 0) return difference < 0;
	}
	if (left.preRelease === right.preRelease || left.preRelease === '') return false;
	return right.preRelease === '' || left.preRelease.localeCompare(right.preRelease, 'en', {numeric: true}) < 0;
}

function parse(version: string): {numbers: number[]; preRelease: string} | null {
	const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(version.trim());
	return match && {numbers: match.slice(1, 4).map(Number), preRelease: match[4] ?? ''};
}
