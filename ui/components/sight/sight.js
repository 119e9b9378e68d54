// The place of something that is drawn once it comes into sight.  It reports {seen: 1, 2, ...} until it is replaced, because
// if two places report at once, one report may be lost.
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
