/** Segments that name a record rather than a kind of record: numbers, UUIDs, ULIDs, long hexadecimal or mixed texts. */
const idSegment =
	/^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,}|[A-Za-z]{1,8}[_-](?=(?:\w*\d){2})\w{4,}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{12,})$/i;

const versionSegment = /^v\d+$/i;

/** Whether a path segment looks like the id of a record. */
export const isIdSegment = (segment: string): boolean => !versionSegment.test(segment) && idSegment.test(segment);

/** Whether a path segment names a version of the API, such as `v1`. */
export const isVersionSegment = (segment: string): boolean => versionSegment.test(segment);
