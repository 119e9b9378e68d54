// The place of something that is drawn once it comes into sight.  Reports {seen: 1, 2, ...} until it is replaced:
// of reports that two places make at once, one may be lost.
const NEAR = "150px"
const AGAIN_MS = 600

export default function ({ data, parentElement, setStateValue }) {
  const place = parentElement.querySelector(".place")
  place.style.height = `${data.height}px`
  let timer
  let asked = 0
  const ask = () => {
    setStateValue("seen", ++asked)
    timer = setTimeout(ask, AGAIN_MS)
  }
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watch.disconnect()
      ask()
    },
    { scrollMargin: NEAR },
  )
  watch.observe(place)
  return () => {
    watch.disconnect()
    clearTimeout(timer)
  }
}
